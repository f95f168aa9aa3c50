import { memo } from 'react';
import classes from '../charts/chart.module.css';
import { TimeAxis } from '../charts/time-axis.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { barsOf, stepOf } from './chart-bars.ts';

const HEIGHT = 84;
const GAP = 0.16;

interface SightingsChartProps {
  startMs: number;
  endMs: number;
  buckets: readonly { start: string; reads: number }[];
}

/** Reads over time as bars: a few minutes for some hours, hours for a day or two, else days. */
export const SightingsChart = memo(function SightingsChart({ startMs, endMs, buckets }: SightingsChartProps) {
  const { t, format } = useI18n();
  const bars = barsOf({ startMs, endMs }, buckets);
  const total = bars.reduce((sum, { reads }) => sum + reads, 0);
  const most = Math.max(1, ...bars.map(({ reads }) => reads));
  const busiest = bars.find(({ reads }) => reads === most);
  const span = (bar: { startMs: number; endMs: number }) =>
    format.range(new Date(bar.startMs).toISOString(), new Date(bar.endMs).toISOString());
  const summary =
    busiest === undefined || total === 0
      ? t('sightings.none')
      : t('sightings.summary', { count: total, most, when: span(busiest) });
  return (
    <figure className={classes.chart}>
      <svg viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        {bars.map((bar, index) => {
          const height = (bar.reads / most) * HEIGHT;
          return (
            <g key={bar.startMs}>
              <rect className={classes.ground} x={index} y={0} width={1} height={HEIGHT}>
                <title>{t('sightings.bar', { count: bar.reads, when: span(bar) })}</title>
              </rect>
              <rect className={classes.bar} x={index + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height} />
            </g>
          );
        })}
      </svg>
      <figcaption>
        <TimeAxis
          startMs={startMs}
          endMs={endMs}
          print={(ms) =>
            stepOf({ startMs, endMs }) === 'day' ? format.day(new Date(ms).toISOString()) : format.brief(ms)
          }
        />
        <div className={classes.total}>{t('sightings.total', { count: total })}</div>
      </figcaption>
    </figure>
  );
});
