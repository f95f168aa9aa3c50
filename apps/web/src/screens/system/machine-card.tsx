import { type HistoryRange, historyRanges } from '@holdfast/domain';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MachineHistory, queries } from '../../api/queries.ts';
import { LineChart } from '../../charts/line-chart.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import classes from './system.module.css';

/** Load of the machine and free space over time. */
export function MachineCard() {
  const { t } = useI18n();
  const [range, setRange] = useState<HistoryRange>('day');
  const history = useQuery({ ...queries.machineHistory(range), placeholderData: keepPreviousData });
  return (
    <Card
      title={t('machine.title')}
      lead={t('machine.lead')}
      aside={
        <SegmentedControl
          aria-label={t('machine.range')}
          value={range}
          onChange={(next) => setRange(historyRanges.find((one) => one === next) ?? 'day')}
          data={historyRanges.map((one) => ({ value: one, label: t(`historyRange.${one}`) }))}
        />
      }
    >
      <Loaded query={history}>{(data) => <Charts history={data} />}</Loaded>
    </Card>
  );
}

function Charts({ history }: { history: MachineHistory }) {
  const { t, format } = useI18n();
  const axis = { startMs: Date.parse(history.start), slotMs: history.slot_seconds * 1000 };
  const speed = (bytes: number) => t('machine.perSecond', { size: format.bytes(bytes) });
  const { memory_total_bytes: memory } = history;
  return (
    <div className={classes.charts}>
      <LineChart
        title={t('machine.cpu')}
        most={1}
        print={format.percent}
        lines={[
          { name: t('machine.mean'), values: history.cpu },
          { name: t('machine.peak'), values: history.cpu_peak },
        ]}
        {...axis}
      />
      <LineChart
        title={t('machine.memory')}
        most={memory ?? undefined}
        print={format.bytes}
        lines={[
          {
            name: memory === null ? t('machine.used') : t('machine.usedOf', { total: format.bytes(memory) }),
            values: history.memory_used_bytes,
          },
        ]}
        {...axis}
      />
      <LineChart
        title={t('machine.network')}
        print={format.bitrate}
        lines={[
          { name: t('machine.in'), values: history.network_in_bps },
          { name: t('machine.out'), values: history.network_out_bps },
          { name: t('machine.cameras'), values: history.camera_bps },
        ]}
        {...axis}
      />
      <LineChart
        title={t('machine.disk')}
        print={speed}
        lines={[
          { name: t('machine.written'), values: history.disk_written_bytes_per_s },
          { name: t('machine.read'), values: history.disk_read_bytes_per_s },
        ]}
        {...axis}
      />
      {history.storages.map(({ storage_id, name, total_bytes, free_bytes }) => (
        <LineChart
          key={storage_id}
          title={t('machine.space', { name: name.slice(0, 60) })}
          most={total_bytes ?? undefined}
          print={format.bytes}
          lines={[
            {
              name:
                total_bytes === null ? t('machine.free') : t('machine.freeOf', { total: format.bytes(total_bytes) }),
              values: free_bytes,
            },
          ]}
          {...axis}
        />
      ))}
    </div>
  );
}
