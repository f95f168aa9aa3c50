import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { useIsAdmin } from '../../session/use-is-admin.ts';

/** Health of recorder, database and API. */
export function HealthCard() {
  const { t, format } = useI18n();
  const health = useQuery(queries.health);
  const version = useQuery(queries.version);
  const status = useQuery(queries.status);
  const recorder = status.data?.recorder;
  return (
    <Card title={t('system.health')}>
      <Loaded query={health}>
        {({ status: state, reasons, causes }) => (
          <Stack gap="sm">
            <div>
              <StateChip tone={state === 'ok' ? 'good' : 'warn'}>{t(`health.${state}`)}</StateChip>
            </div>
            {reasons.map((reason, index) => (
              <div key={reason}>{t.reason(causes[index], reason)}</div>
            ))}
            <dl className={classes.facts}>
              {recorder && (
                <>
                  <dt>{t('system.recorder')}</dt>
                  <dd>
                    {recorder.alive && recorder.started_at !== null
                      ? t('system.recorderAlive', { time: format.moment(recorder.started_at) })
                      : t('system.recorderSilent')}
                    {!recorder.alive && recorder.beat_at !== null && (
                      <>, {t('system.lastBeat', { time: format.moment(recorder.beat_at) })}</>
                    )}
                  </dd>
                </>
              )}
              <dt>{t('system.database')}</dt>
              <dd>
                <DatabaseText />
              </dd>
              <dt>{t('system.version')}</dt>
              <dd>{version.data?.version ?? '…'}</dd>
              <dt>{t('system.api')}</dt>
              <dd>{version.data?.api_version ?? '…'}</dd>
              <dt>{t('system.checked')}</dt>
              <dd>{format.clock(health.dataUpdatedAt)}</dd>
              <dt>{t('system.zone')}</dt>
              <dd>{format.zone()}</dd>
            </dl>
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

/** Its size is measured with the history that administrators see. */
function DatabaseText() {
  const { t, format } = useI18n();
  const isAdmin = useIsAdmin();
  const history = useQuery({ ...queries.machineHistory('day'), enabled: isAdmin });
  if (!history.data) return t('system.databaseHere');
  return t('system.databaseSize', { size: format.bytes(history.data.database_bytes) });
}
