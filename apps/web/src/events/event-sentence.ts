import { type AlertEventKey, isAlertEventKey } from '@holdfast/domain';
import type { SystemEvent } from '../api/queries.ts';
import type { Format } from '../i18n/format.ts';
import type { Translate } from '../i18n/i18n.tsx';
import { isolate } from '../i18n/isolate.ts';

/** What the sentence of an event is built from; the log of deliveries has it, too. */
export type EventWords = Pick<SystemEvent, 'event_key' | 'camera_id' | 'camera_name' | 'detail' | 'data'>;

interface SentenceContext {
  t: Translate;
  format: Pick<Format, 'bytes' | 'moment' | 'duration'>;
  cameraName: (id: string | null) => string;
  storageName: (id: string) => string | undefined;
  policyName: (id: string) => string | undefined;
}

const textIn = (data: SystemEvent['data'], name: string): string | undefined => {
  const value = data[name];
  return typeof value === 'string' ? value : undefined;
};
const numberIn = (data: SystemEvent['data'], name: string): number | undefined => {
  const value = data[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/** An event as a sentence in the user's language, from its key and data; an unknown one keeps the server's sentence. */
export function eventSentence(event: EventWords, context: SentenceContext): string {
  if (!isAlertEventKey(event.event_key)) return event.detail;
  return sentenceOf(event.event_key, event, context) ?? event.detail;
}

function sentenceOf(
  key: AlertEventKey,
  { camera_id, camera_name, data }: EventWords,
  context: SentenceContext,
): string | undefined {
  const { t, format } = context;
  const camera = isolate(camera_name ?? context.cameraName(camera_id));
  const storage = () => isolate(context.storageName(textIn(data, 'storage_id') ?? '') ?? t('event.someStorage'));
  switch (key) {
    case 'camera_offline':
    case 'camera_stream_rejected':
    case 'stream_no_segments':
    case 'storage_persist_failed':
    case 'motion_detector_unhealthy':
      return t(`event.${key}`, { camera });
    case 'camera_back': {
      const missingMs = numberIn(data, 'outage_ms') ?? 0;
      // Kept by the camera or the recorder, and stored later.
      if (missingMs < 1_000) return t('event.camera_back_whole', { camera });
      return t('event.camera_back', { camera, duration: format.duration(missingMs) });
    }
    case 'hub_back':
      return t('event.hub_back', { duration: format.duration(numberIn(data, 'outage_ms') ?? 0) });
    case 'camera_removed': {
      const person = isolate(textIn(data, 'by') ?? '');
      if (data.footage === 'keep') return t('event.camera_removed_kept', { person, camera });
      const size = format.bytes(numberIn(data, 'bytes') ?? 0);
      const message = data.protected === 'delete' ? 'event.camera_removed_protected' : 'event.camera_removed_footage';
      return t(message, { person, camera, size });
    }
    case 'camera_restored':
      return t('event.camera_restored', { person: isolate(textIn(data, 'by') ?? ''), camera });
    case 'recorder_offline':
    case 'detector_disconnected':
    case 'hub_unreachable':
    case 'motion_cache_unavailable':
    case 'backup_failed':
      return t(`event.${key}`);
    case 'storage_unwritable': {
      const [missing, checked] = [numberIn(data, 'missing'), numberIn(data, 'checked')];
      if (missing === undefined || checked === undefined) return t('event.storage_unwritable', { storage: storage() });
      return t('event.storage_missing_files', { missing, checked, storage: storage() });
    }
    case 'premature_rollover': {
      const until = textIn(data, 'until');
      return until === undefined ? undefined : t('event.premature_rollover', { camera, time: format.moment(until) });
    }
    case 'footage_vanished': {
      const [from, until] = [textIn(data, 'from'), textIn(data, 'until')];
      if (from === undefined || until === undefined) return undefined;
      const range = { from: format.moment(from), until: format.moment(until) };
      const message = numberIn(data, 'damaged') === undefined ? 'event.footage_vanished' : 'event.footage_damaged';
      return t(message, { camera, ...range, storage: storage() });
    }
    case 'low_disk':
      return t('event.low_disk', { storage: storage(), size: format.bytes(numberIn(data, 'free_bytes') ?? 0) });
    case 'protected_space':
      return t('event.protected_space', {
        size: format.bytes(numberIn(data, 'protected_bytes') ?? 0),
        budget: format.bytes(numberIn(data, 'budget_bytes') ?? 0),
        storage: storage(),
      });
    case 'policy_over_cap': {
      const policy = context.policyName(textIn(data, 'policy_id') ?? '');
      return t('event.policy_over_cap', {
        policy: policy === undefined ? t('event.somePolicy') : isolate(policy),
        size: format.bytes(numberIn(data, 'excess_bytes') ?? 0),
      });
    }
    case 'plate_watchlist_hit': {
      const plate = textIn(data, 'plate');
      if (plate === undefined) return undefined;
      const label = labelOf(data.entry);
      if (label === undefined) return t('event.plate_watchlist_hit', { plate: isolate(plate), camera });
      return t('event.plate_watchlist_hit_named', { plate: isolate(plate), camera, label: isolate(label) });
    }
  }
}

const labelOf = (entry: unknown): string | undefined =>
  typeof entry === 'object' && entry !== null && 'label' in entry && typeof entry.label === 'string'
    ? entry.label
    : undefined;

/** The cause of the event, where it is known. */
export const eventReason = ({ data }: EventWords): string | undefined => textIn(data, 'reason');
