import { Select } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconChartBar } from '../../parts/icons/icons.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { WarningNote } from '../../parts/layout/warning-note.tsx';
import parts from '../../parts/parts.module.css';
import { PlatesPage } from '../../plates/plates-page.tsx';
import { EngineCard } from './engine-card.tsx';
import { PassList } from './pass-list.tsx';
import { type AbReport, reportQuery, type Verdict } from './pass-queries.ts';
import classes from './passes.module.css';
import { VerdictBar } from './verdict-bar.tsx';

const HOUR_MS = 3_600_000;
const PERIODS = { day: 24, week: 24 * 7, month: 24 * 30 } as const;
type Period = keyof typeof PERIODS;
const SHOWN = ['all', 'differ', 'miss', 'match', 'open', 'confirmed'] as const;
type Shown = (typeof SHOWN)[number];

const passFilter = (shown: Shown): { verdict?: Verdict; confirmed?: boolean } => {
  if (shown === 'all') return {};
  if (shown === 'open' || shown === 'confirmed') return { confirmed: shown === 'confirmed' };
  return { verdict: shown };
};

/** The two engines side by side, measured against what an administrator confirms. */
export function PassesScreen() {
  const { t } = useI18n();
  const cameras = useQuery(queries.cameras);
  const [period, setPeriod] = useState<Period>('day');
  const [cameraId, setCameraId] = useState<string | null>(null);
  const [shown, setShown] = useState<Shown>('all');
  // Fixed while the screen is open, so that pages belong together; the next hour is included for what arrives meanwhile.
  const [openedMs] = useState(() => Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS);
  const report = useInfiniteQuery(
    reportQuery({
      start: new Date(openedMs - PERIODS[period] * HOUR_MS - HOUR_MS).toISOString(),
      end: new Date(openedMs).toISOString(),
      ...(cameraId !== null && { camera_id: cameraId }),
      ...passFilter(shown),
    }),
  );
  return (
    <PlatesPage lead={t('passes.lead')}>
      <div className={classes.filters}>
        <Select
          label={t('plateSearch.period')}
          data={(['day', 'week', 'month'] as const).map((one) => ({ value: one, label: t(`platePeriod.${one}`) }))}
          value={period}
          onChange={(one) => setPeriod((one ?? 'day') as Period)}
          allowDeselect={false}
        />
        <Select
          label={t('passes.camera')}
          placeholder={t('footage.anyCamera')}
          data={(cameras.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={cameraId}
          onChange={setCameraId}
          clearable
          searchable
        />
        <Select
          label={t('passes.shown')}
          data={SHOWN.map((one) => ({ value: one, label: t(`passShown.${one}`) }))}
          value={shown}
          onChange={(one) => setShown((one ?? 'all') as Shown)}
          allowDeselect={false}
        />
      </div>
      <Loaded query={report}>
        {({ pages }) => (
          <>
            {pages[0] && <Figures report={pages[0]} />}
            <PassList
              passes={pages.flatMap(({ passes }) => passes)}
              hasMore={report.hasNextPage}
              isLoadingMore={report.isFetchingNextPage}
              onMore={() => void report.fetchNextPage()}
              empty={
                <Empty
                  icon={<IconChartBar size={30} />}
                  title={shown === 'all' ? t('passes.none') : t('plateSearch.noMatch')}
                  text={t('passes.noneHint')}
                />
              }
            />
          </>
        )}
      </Loaded>
    </PlatesPage>
  );
}

function Figures({ report }: { report: AbReport }) {
  const { t, format } = useI18n();
  return (
    <>
      <div className={classes.engines}>
        <EngineCard engine="native-alpr" shortcut="1" stats={report.engines['native-alpr']} />
        <EngineCard engine="external" shortcut="2" stats={report.engines.external} />
      </div>
      <Card title={t('passes.agreement')}>
        <VerdictBar verdicts={report.verdicts} />
        {report.orphaned_truths.length > 0 && (
          <p className={parts.help}>{t('passes.orphaned', { count: report.orphaned_truths.length })}</p>
        )}
      </Card>
      {report.truncated && <WarningNote>{t('passes.truncated', { most: format.number(10_000) })}</WarningNote>}
    </>
  );
}
