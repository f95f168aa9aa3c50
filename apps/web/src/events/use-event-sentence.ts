import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { queries } from '../api/queries.ts';
import { useCameraName } from '../footage/use-camera-name.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { useIsAdmin } from '../session/use-is-admin.ts';
import { type EventWords, eventSentence } from './event-sentence.ts';

/** Events as sentences in the user's language, with the names of cameras, storages and policies. */
export function useEventSentence(): (event: EventWords) => string {
  const { t, format } = useI18n();
  const cameraName = useCameraName();
  const storages = useQuery(queries.status).data?.storages;
  const policies = useQuery({ ...queries.policies, enabled: useIsAdmin() }).data;
  return useCallback(
    (event) =>
      eventSentence(event, {
        t,
        format,
        cameraName,
        storageName: (id) => storages?.find(({ storage_id }) => storage_id === id)?.name,
        policyName: (id) => policies?.find((policy) => policy.id === id)?.name,
      }),
    [t, format, cameraName, storages, policies],
  );
}
