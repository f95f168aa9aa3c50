import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { queries } from '../api/queries.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { Card } from '../parts/card.tsx';
import parts from '../parts/parts.module.css';
import { ProblemNote } from '../parts/problem-note.tsx';
import { chartRequest } from './chart-bars.ts';
import { type PlateFilter, plateQueries } from './plate-queries.ts';

const SightingsChart = lazy(async () => ({ default: (await import('./sightings-chart.tsx')).SightingsChart }));

const HOUR_MS = 3_600_000;
/** The list matters more while typing. */
const SETTLE_MS = 350;

/** How often what is searched for was seen, over the searched time or as long as reads are kept. */
export function SightingsCard({ filter }: { filter: PlateFilter }) {
  const { t, format } = useI18n();
  const config = useQuery(queries.lprConfig);
  // As text: an equal filter is not a new one.
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
  return (
    <Card title={t('sightings.title')}>
      {activity.isError && <ProblemNote problem={activity.error} onRetry={() => void activity.refetch()} />}
      {activity.data?.common && <p className={parts.lead}>{t('sightings.common')}</p>}
      {activity.data && !activity.data.common && (
        <Suspense fallback={<Skeleton height={120} />}>
          <SightingsChart
            startMs={Date.parse(activity.data.start)}
            endMs={Date.parse(activity.data.end)}
            buckets={activity.data.buckets}
          />
        </Suspense>
      )}
      {activity.data?.truncated && (
        <p className={parts.help}>{t('sightings.truncated', { most: format.number(50_000) })}</p>
      )}
      {activity.isPending && <Skeleton height={120} data-waiting />}
    </Card>
  );
}
