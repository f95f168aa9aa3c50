import type { Span } from '@holdfast/ui';
import { Button, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { IconCalendar } from '../../../parts/icons/icons.ts';
import { MonthGrid, useMonth } from '../../../parts/time/month-grid.tsx';
import { loadLanes } from '../server/playback-server.ts';

interface DayPickerProps {
  cameraIds: readonly string[];
  atMs: () => number;
  onDay(day: Span): void;
}

/** Month calendar; days with footage of any of the cameras are marked. */
export function DayPicker({ cameraIds, atMs, onDay }: DayPickerProps) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<IconCalendar size={18} />} onClick={() => setOpen(!isOpen)}>
          {t('playback.day')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Month
          cameraIds={cameraIds}
          atMs={atMs()}
          onDay={(day) => {
            setOpen(false);
            onDay(day);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Month({ cameraIds, atMs, onDay }: { cameraIds: readonly string[]; atMs: number; onDay: (day: Span) => void }) {
  const { t } = useI18n();
  const month = useMonth(atMs);
  const { range } = month;
  const runs = useQuery({
    queryKey: ['footage-days', range.startMs, range.endMs, cameraIds.join()],
    queryFn: async () => {
      const lanes = await loadLanes({ ...range, cameraIds: [...cameraIds], resolutionMs: 900_000 });
      return [...lanes.values()].flatMap((lane) => lane.runs);
    },
    enabled: cameraIds.length > 0 && range.startMs < Date.now(),
  });
  const hasFootage = (day: Span) =>
    (runs.data ?? []).some(({ startMs, endMs }) => startMs < day.endMs && endMs > day.startMs);
  const labelOf = (text: string, day: Span) =>
    hasFootage(day) ? t('playback.dayWith', { day: text }) : t('playback.dayWithout', { day: text });
  return <MonthGrid month={month} atMs={atMs} hasFootage={hasFootage} labelOf={labelOf} onDay={onDay} />;
}
