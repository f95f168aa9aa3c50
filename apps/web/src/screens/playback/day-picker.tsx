import { createZone, DAY_MS, type Span } from '@holdfast/ui';
import { ActionIcon, Button, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { localeOf } from '../../i18n/language.ts';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '../../parts/icons.ts';
import { firstWeekdayOf, isSameDay, monthDays, monthStart } from './month-days.ts';
import classes from './playback.module.css';
import { loadLanes } from './playback-server.ts';

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
  const { t, language, format } = useI18n();
  const locale = localeOf(language, navigator.languages);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [zone] = useState(() => createZone(timeZone));
  const [monthMs, setMonth] = useState(() => monthStart(zone, atMs));
  const firstWeekday = firstWeekdayOf(locale);
  const days = monthDays(zone, monthMs, firstWeekday);
  const range = { startMs: days[0]?.startMs ?? 0, endMs: days.at(-1)?.endMs ?? 0 };
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
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone });
  return (
    <div className={classes.month}>
      <div className={classes.monthHead}>
        <ActionIcon
          variant="subtle"
          size={36}
          onClick={() => setMonth(monthStart(zone, monthMs, -1))}
          aria-label={t('playback.monthBack')}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <strong aria-live="polite">{title.format(monthMs + DAY_MS / 2)}</strong>
        <ActionIcon
          variant="subtle"
          size={36}
          onClick={() => setMonth(monthStart(zone, monthMs, 1))}
          aria-label={t('playback.monthOn')}
          disabled={range.endMs > Date.now()}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </div>
      <div className={classes.weekdays} aria-hidden>
        {days.slice(0, 7).map(({ startMs }) => (
          <span key={startMs}>{weekday.format(startMs + DAY_MS / 2)}</span>
        ))}
      </div>
      <div className={classes.days}>
        {days.map((day) => {
          const isFull = hasFootage(day);
          const text = format.day(new Date(day.startMs + DAY_MS / 2).toISOString());
          return (
            <button
              key={day.startMs}
              type="button"
              className={classes.dayButton}
              data-footage={isFull || undefined}
              data-outside={!day.isInMonth || undefined}
              aria-current={isSameDay(zone, day.startMs, atMs) ? 'date' : undefined}
              disabled={day.startMs > Date.now()}
              onClick={() => onDay({ startMs: day.startMs, endMs: day.endMs })}
              aria-label={isFull ? t('playback.dayWith', { day: text }) : t('playback.dayWithout', { day: text })}
            >
              {day.number}
            </button>
          );
        })}
      </div>
    </div>
  );
}
