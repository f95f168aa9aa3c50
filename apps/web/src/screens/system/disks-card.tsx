import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/card.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Named } from '../../parts/named.tsx';
import classes from '../../parts/parts.module.css';
import { StateChip } from '../../parts/state-chip.tsx';

/** The storages as reported by the recorder. */
export function DisksCard() {
  const { t, format } = useI18n();
  const status = useQuery(queries.status);
  return (
    <Card title={t('nav.storages')}>
      <Loaded query={status}>
        {({ storages }) => (
          <ul className={classes.rows}>
            {storages.map(({ storage_id, name, state, free_bytes, total_bytes, pending_bytes }) => (
              <li key={storage_id} className={classes.row}>
                <div className={classes.rowMain}>
                  <span className={classes.rowTitle}>
                    <Named text={name} />
                  </span>
                  <div className={classes.rowSub}>
                    {free_bytes !== null && total_bytes !== null && (
                      <span>
                        {t('storages.free', { free: format.bytes(free_bytes), total: format.bytes(total_bytes) })}
                      </span>
                    )}
                    {pending_bytes > 0 && <span>{t('system.pending', { size: format.bytes(pending_bytes) })}</span>}
                  </div>
                </div>
                <StateChip tone={state === 'ok' ? 'good' : state === 'unknown' ? 'idle' : 'bad'}>
                  {t(`storageHealth.${state}`)}
                </StateChip>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
