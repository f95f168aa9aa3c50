import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense } from 'react';
import { queries } from '../api/queries.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { Card } from '../parts/layout/card.tsx';
import parts from '../parts/parts.module.css';
import { ProblemNote } from '../parts/problems/problem-note.tsx';
import { chartRequest, fittedRange, stepOf } from './chart-bars.ts';
import { type PlateFilter, plateQueries } from './plate-queries.ts';

const SightingsChart = lazy(async () => ({ default: (await import('./sightings-chart.tsx')).SightingsChart }));

const HOUR_MS = 3_600_000;
/** Delay of the chart after a key, so that it never delays the list. */
const SETTLE_MS = 350;

/** How often what is searched for was seen, over the searched time or as long as reads are kept. */
export const SightingsCard = memo(function SightingsCard({ filter }: { filter: PlateFilter }) {
  const { t, format } = useI18n();
  const config = useQuery(queries.lprConfig);
  // As text, so that an equal filter does not count as a new one.
  const [settledText] = useDebouncedValue(JSON.stringify(filter), SETTLE_MS);
  const settled = JSON.parse(settledText) as PlateFilter;
  const endMs = settled.end === undefined ? Math.ceil(Date.now() / HOUR_MS) * HOUR_MS : Date.parse(settled.end);
  const startMs =
    settled.start === undefined ? endMs - (config.data?.retention ?? 90) * 24 * HOUR_MS : Date.parse(settled.start);
  const request = chartRequest({ startMs, endMs });
  const activity = useQuery({
    ...plateQueries.activity({
      ...settled,
      start: new Date(request.startMs).toISOString(),
      end: new Date(request.endMs).toISOString(),
      buckets: request.buckets,
    }),
    enabled: config.data !== undefined,
  });
  // Without a chosen period the chart covers the time in which there are reads.
  const found = activity.data && { startMs: Date.parse(activity.data.start), endMs: Date.parse(activity.data.end) };
  const isFitted = settled.start === undefined && settled.end === undefined;
  const range = found && (isFitted ? fittedRange(found, activity.data?.buckets ?? []) : found);
  const closer = range && chartRequest(range);
  const needsCloser = range !== undefined && isFitted && stepOf(range) === 'minutes';
  const detail = useQuery({
    ...plateQueries.activity({
      ...settled,
      start: new Date(closer?.startMs ?? startMs).toISOString(),
      end: new Date(closer?.endMs ?? endMs).toISOString(),
      buckets: closer?.buckets ?? 1,
    }),
    enabled: needsCloser,
  });
  const buckets = needsCloser ? detail.data?.buckets : activity.data?.buckets;
  return (
    <Card title={t('sightings.title')}>
      {activity.isError && <ProblemNote problem={activity.error} onRetry={() => void activity.refetch()} />}
      {activity.data?.common && <p className={parts.lead}>{t('sightings.common')}</p>}
      {range && buckets && !activity.data?.common && (
        <Suspense fallback={<Skeleton height={120} />}>
          <SightingsChart startMs={range.startMs} endMs={range.endMs} buckets={buckets} />
        </Suspense>
      )}
      {detail.isError && <ProblemNote problem={detail.error} onRetry={() => void detail.refetch()} />}
      {activity.data?.truncated && (
        <p className={parts.help}>{t('sightings.truncated', { most: format.number(50_000) })}</p>
      )}
      {(activity.isPending || (needsCloser && detail.isPending)) && <Skeleton height={120} data-waiting />}
    </Card>
  );
});
