import { useQuery } from '@tanstack/react-query';
import { queries, type Status } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { StateChip, type Tone } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';

type HubState = Status['hub']['state'];

const STATE_EVERY_MS = 3_000;
const tones: Record<HubState, Tone> = {
  ok: 'good',
  unreachable: 'bad',
  starting: 'warn',
  off: 'idle',
  unknown: 'idle',
};

/** How the recorder reaches the hub, with the reason and since when. */
export function HubStateCard() {
  const { t, format } = useI18n();
  const status = useQuery({ ...queries.status, refetchInterval: STATE_EVERY_MS });
  return (
    <Card title={t('hub.state')}>
      <Loaded query={status}>
        {({ hub: { state, detail, reason, since } }) => (
          <div role="status" data-testid="hub-state">
            <StateChip tone={tones[state]}>{t(`hubState.${state}`)}</StateChip>
            {detail !== null && <p className={classes.help}>{t.reason(reason, detail)}</p>}
            <p className={classes.help}>{t(`hubHint.${state}`)}</p>
            {state !== 'unknown' && state !== 'off' && (
              <p className={classes.help}>{t('hub.since', { time: format.exact(since) })}</p>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
