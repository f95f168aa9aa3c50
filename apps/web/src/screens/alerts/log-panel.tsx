import { isAlertEventKey } from '@holdfast/domain';
import { Select, SimpleGrid, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AlertDelivery, queries } from '../../api/queries.ts';
import { eventReason } from '../../events/event-sentence.ts';
import { useEventSentence } from '../../events/use-event-sentence.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { IconSend } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { Pages } from '../../parts/layout/pages.tsx';
import { StateChip, type Tone } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';

const LOG_EVERY_MS = 3_000;
const states = ['pending', 'delivered', 'failed'] as const;
const tones: Record<AlertDelivery['state'], Tone> = { pending: 'warn', delivered: 'good', failed: 'bad' };

/** The result of each message, newest first. */
export function LogPanel() {
  const t = useT();
  const channels = useQuery(queries.alertChannels);
  const [channelId, setChannelId] = useState<string | null>(null);
  const [state, setState] = useState<AlertDelivery['state'] | null>(null);
  const log = useInfiniteQuery({
    ...queries.alertLog({ ...(channelId !== null && { channel_id: channelId }), ...(state !== null && { state }) }),
    refetchInterval: LOG_EVERY_MS,
  });
  const isFiltered = channelId !== null || state !== null;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t('alerts.channel')}
          placeholder={t('alerts.anyChannel')}
          data={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={channelId}
          onChange={setChannelId}
          clearable
          clearButtonProps={{ 'aria-label': t('alerts.anyChannel') }}
        />
        <Select
          label={t('alerts.deliveryState')}
          placeholder={t('alerts.anyState')}
          data={states.map((one) => ({ value: one, label: t(`delivery.${one}`) }))}
          value={state}
          onChange={(next) => setState(states.find((one) => one === next) ?? null)}
          clearable
          clearButtonProps={{ 'aria-label': t('alerts.anyState') }}
        />
      </SimpleGrid>
      <Pages query={log}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon={<IconSend size={30} />}
              title={isFiltered ? t('alerts.noMatch') : t('alerts.noDeliveries')}
              text={isFiltered ? t('alerts.noMatchHint') : t('alerts.noDeliveriesHint')}
            />
          ) : (
            <ul className={classes.rows}>
              {all.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </Pages>
    </Stack>
  );
}

function DeliveryRow({ delivery }: { delivery: AlertDelivery }) {
  const { t, format } = useI18n();
  const sentenceOf = useEventSentence();
  const { event_key, channel, state, failed_tries, next_try_at, last_error, created_at } = delivery;
  const cause = eventReason(delivery);
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <span className={classes.rowTitle}>{isAlertEventKey(event_key) ? t(`eventKind.${event_key}`) : event_key}</span>
        <div className={classes.rowSub}>
          <span>{sentenceOf(delivery).slice(0, 300)}</span>
          {cause !== undefined && <span>{t.reason(delivery.reason, cause.slice(0, 300))}</span>}
        </div>
        <div className={classes.rowSub}>
          <Named text={channel.name} inline />
          <time dateTime={created_at}>{format.exact(created_at)}</time>
          {failed_tries > 0 && <span>{t('alerts.failedTries', { count: failed_tries })}</span>}
          {state === 'pending' && failed_tries > 0 && next_try_at !== null && (
            <span>{t('alerts.nextTry', { time: format.exact(next_try_at) })}</span>
          )}
          {last_error !== null && <span>{t.reason(delivery.last_error_reason, last_error.slice(0, 200))}</span>}
        </div>
      </div>
      <StateChip tone={tones[state]}>{t(`delivery.${state}`)}</StateChip>
    </li>
  );
}
