import { useQuery } from '@tanstack/react-query';
import { queries, type Status } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { ForecastText } from './forecast-text.tsx';
import { storageOutlook } from './storage-outlook.ts';

/** The storages as reported by the recorder. */
export function DisksCard() {
  const { t } = useI18n();
  const status = useQuery(queries.status);
  const isAdmin = useIsAdmin();
  return (
    <Card title={t('nav.storages')} {...(isAdmin && { lead: t('forecast.lead') })}>
      <Loaded query={status}>
        {({ storages }) => (
          <ul className={classes.rows}>
            {storages.map((storage) => (
              <DiskRow key={storage.storage_id} storage={storage} hasForecast={isAdmin} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function DiskRow({ storage, hasForecast }: { storage: Status['storages'][number]; hasForecast: boolean }) {
  const { t, format } = useI18n();
  const { name, state, free_bytes, total_bytes, pending_bytes } = storage;
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <span className={classes.rowTitle}>
          <Named text={name} />
        </span>
        <div className={classes.rowSub}>
          {free_bytes !== null && total_bytes !== null && (
            <span>{t('storages.free', { free: format.bytes(free_bytes), total: format.bytes(total_bytes) })}</span>
          )}
          {pending_bytes > 0 && <span>{t('system.pending', { size: format.bytes(pending_bytes) })}</span>}
        </div>
        {hasForecast && <Forecast storage={storage} />}
      </div>
      <StateChip tone={state === 'ok' ? 'good' : state === 'unknown' ? 'idle' : 'bad'}>
        {t(`storageHealth.${state}`)}
      </StateChip>
    </li>
  );
}

function Forecast({ storage }: { storage: Status['storages'][number] }) {
  const [status, stats, policies] = [
    useQuery(queries.status),
    useQuery(queries.storageStats),
    useQuery(queries.policies),
  ];
  if (!status.data || !stats.data || !policies.data) return null;
  const forecast = storageOutlook({ storage, status: status.data, stats: stats.data, policies: policies.data });
  return (
    forecast && (
      <div className={classes.rowSub} data-testid="forecast">
        <ForecastText forecast={forecast} />
      </div>
    )
  );
}
