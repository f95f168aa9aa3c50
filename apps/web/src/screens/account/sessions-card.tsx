import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconDeviceDesktop } from '../../parts/icons/icons.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { deviceOf } from './device-of.ts';

/** The user's sessions, which can be ended here. */
export function SessionsCard() {
  const { t, format } = useI18n();
  const sessions = useQuery(queries.sessions);
  const { isLeaving, remove } = useRemoval();
  return (
    <Card title={t('account.sessions')} lead={t('account.sessionsLead')}>
      <Loaded query={sessions}>
        {(all) => (
          <ul className={classes.rows}>
            {all
              .filter(({ id }) => !isLeaving(`session ${id}`))
              .map(({ id, current, user_agent, client_address, created_at, expires_at }) => (
                <li key={id} className={classes.row}>
                  <IconDeviceDesktop size={24} aria-hidden />
                  <div className={classes.rowMain}>
                    <span className={classes.rowTitle}>
                      <Named text={deviceOf(user_agent) ?? t('account.unknownDevice')} />
                    </span>
                    <div className={classes.rowSub}>
                      {client_address !== null && <span>{client_address}</span>}
                      <span>{t('account.since', { time: format.moment(created_at) })}</span>
                      <span>{t('account.until', { time: format.moment(expires_at) })}</span>
                    </div>
                  </div>
                  {current ? (
                    <StateChip tone="good">{t('account.thisOne')}</StateChip>
                  ) : (
                    <Button
                      variant="default"
                      size="xs"
                      onClick={() =>
                        remove({
                          key: `session ${id}`,
                          message: t('account.sessionEnded'),
                          call: () => api.auth.endSession({ params: { id } }),
                        })
                      }
                    >
                      {t('account.endSession')}
                    </Button>
                  )}
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
