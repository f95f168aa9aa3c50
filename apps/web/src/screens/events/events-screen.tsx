import { ALERT_EVENT_KEYS, type AlertEventKey, isAlertEventKey } from '@holdfast/domain';
import { MultiSelect, SimpleGrid } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries, SAFETY_NET_MS } from '../../api/queries.ts';
import { useSeenEvents } from '../../events/use-unread-events.ts';
import { useT } from '../../i18n/i18n.tsx';
import { CameraPicker } from '../../parts/camera-picker.tsx';
import { Empty } from '../../parts/empty.tsx';
import { IconBell } from '../../parts/icons.ts';
import { Page } from '../../parts/page.tsx';
import { Pages } from '../../parts/pages.tsx';
import classes from '../../parts/parts.module.css';
import { EventRow } from './event-row.tsx';

export function EventsScreen() {
  const t = useT();
  const [cameraIds, setCameraIds] = useState<string[]>([]);
  const [keys, setKeys] = useState<AlertEventKey[]>([]);
  const events = useInfiniteQuery({
    ...queries.systemEvents({
      ...(cameraIds.length > 0 && { camera_ids: cameraIds }),
      ...(keys.length > 0 && { event_keys: keys }),
    }),
    refetchInterval: SAFETY_NET_MS,
  });
  const isNew = useSeenEvents(events.data);
  const isFiltered = cameraIds.length > 0 || keys.length > 0;
  return (
    <Page title={t('nav.events')} lead={t('events.lead')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MultiSelect
          label={t('events.kinds')}
          placeholder={keys.length === 0 ? t('events.anyKind') : ''}
          data={ALERT_EVENT_KEYS.map((key) => ({ value: key, label: t(`eventKind.${key}`) }))}
          value={keys}
          onChange={(next) => setKeys(next.filter(isAlertEventKey))}
          searchable
          clearable
          hidePickedOptions
          maxDropdownHeight={280}
        />
        <CameraPicker
          label={t('events.cameras')}
          placeholder={t('footage.anyCamera')}
          value={cameraIds}
          onChange={setCameraIds}
          hasRemoved
        />
      </SimpleGrid>
      <Pages query={events}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon={<IconBell size={30} />}
              title={isFiltered ? t('events.noMatch') : t('events.none')}
              text={isFiltered ? t('events.noMatchHint') : t('events.noneHint')}
            />
          ) : (
            <ul className={classes.rows}>
              {all.map((event) => (
                <EventRow key={event.id} event={event} isNew={isNew(event)} />
              ))}
            </ul>
          )
        }
      </Pages>
    </Page>
  );
}
