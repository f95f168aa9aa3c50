import { eventWithoutCause } from '@holdfast/domain';
import { expect, it } from 'vitest';
import { createFormat } from '../i18n/format.ts';
import type { Translate } from '../i18n/i18n.tsx';
import { events as german } from '../i18n/messages/de/events.ts';
import { events as english } from '../i18n/messages/en/events.ts';
import type { Messages } from '../i18n/messages/message.ts';
import { fillIn } from '../i18n/translate.ts';
import { eventReason, eventSentence } from './event-sentence.ts';

const start = '2026-01-01T00:00:00.000Z';
const reason = 'There is nothing at 192.0.2.7.';
/** What the recorder and the API store with the events of cameras. */
const stored = {
  camera_offline: { stream: 'main', state: 'offline', reason, since: start },
  camera_stream_rejected: { stream: 'main', state: 'rejected', reason, since: start },
  stream_no_segments: { stream: 'main', state: 'stalled', reason, since: start },
  storage_persist_failed: { stream: 'main', state: 'disk', reason, since: start },
  motion_detector_unhealthy: { reason, since: start },
  motion_cache_unavailable: { stream: 'main' },
  camera_back: { since: start, outage_ms: 120_000 },
  premature_rollover: { until: start, segments: 3 },
  footage_vanished: { storage_id: 's', from: start, until: start, files: 2, damaged: 1 },
  camera_removed: { by: 'ada', footage: 'delete', protected: 'keep', hours: 1, bytes: 1000, bookmarks: 0 },
  camera_restored: { by: 'ada' },
  plate_watchlist_hit: { plate: 'AB123', entry: { label: 'Ada' } },
};

const translateWith = (messages: Messages, locale: string): Translate =>
  Object.assign((key: string, values = {}) => fillIn(messages[key] ?? '', values, locale), { reason: () => '' });

it.each([
  ['en', english],
  ['de', german],
] as const)('is the same sentence in %s for users who do not get the cause', (locale, messages) => {
  const context = {
    t: translateWith(messages, locale),
    format: createFormat(locale, 'UTC'),
    cameraName: () => 'Gate',
    storageName: () => 'Disk',
    policyName: () => undefined,
  };
  for (const [event_key, data] of Object.entries(stored)) {
    const event = { event_key, camera_id: 'c', camera_name: 'Gate', detail: 'English.', data };
    const shown = { ...event, ...eventWithoutCause({ eventKey: event_key, cameraName: 'Gate', ...event }) };
    const sentence = eventSentence(shown, context);
    expect(sentence, event_key).toBe(eventSentence(event, context));
    expect(sentence).not.toBe('English.');
    expect(sentence.length).toBeGreaterThan(10);
    expect(eventReason(shown)).toBeUndefined();
  }
});
