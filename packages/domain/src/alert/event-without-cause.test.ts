import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALERT_EVENT_KEYS } from './event-keys.ts';
import { eventWithoutCause, faultSentence } from './event-without-cause.ts';

const secret = 'connect ECONNREFUSED 192.0.2.7:554';
const fault = (eventKey: string, data: object = {}) =>
  eventWithoutCause({ eventKey, cameraName: 'Gate', detail: `Gate broke: ${secret}`, data });

describe('a system event without its cause', () => {
  it.each([
    ['camera_offline', 'Gate is offline.'],
    ['camera_stream_rejected', 'Gate rejects our connection.'],
    ['stream_no_segments', 'Gate is not being recorded.'],
    ['storage_persist_failed', 'Gate cannot be recorded to its storage.'],
    ['motion_detector_unhealthy', 'Motion detection of Gate is not working.'],
  ] as const)('of %s is %j, whatever sentence was stored', (key, sentence) => {
    expect(faultSentence(key, 'Gate')).toBe(sentence);
    const data = { reason: secret, stream: 'main', since: '2026-01-01T00:00:00.000Z' };
    const { detail, data: shown } = fault(key, data);
    expect(detail).toBe(sentence);
    expect(shown).toMatchObject({ since: data.since });
    expect(shown).not.toHaveProperty('reason');
  });

  it.each(ALERT_EVENT_KEYS)('of %s has no value that may hold a cause', (key) => {
    const data = { reason: secret, error: secret, message: secret, url: secret, state: 'offline' };
    expect(JSON.stringify(fault(key, data).data)).not.toContain(secret);
  });

  it.each(['backup_failed', 'storage_unwritable', 'camera_exploded', 'toString', ''])(
    'of %j, which is not of a camera or not known, is nothing',
    (key) =>
      expect(fault(key, { reason: secret, stream: 'main' })).toEqual({
        detail: 'Gate has an event that only administrators can see.',
        data: {},
      }),
  );

  it('keeps the sentence and the values of an event that has no cause', () => {
    const detail = 'Recording of Gate works again. Nothing was recorded for 2 minutes.';
    const data = { since: '2026-01-01T00:00:00.000Z', outage_ms: 120_000 };
    expect(eventWithoutCause({ eventKey: 'camera_back', cameraName: 'Gate', detail, data })).toEqual({ detail, data });
  });

  it('only ever takes values away', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ALERT_EVENT_KEYS),
        fc.dictionary(fc.constantFrom('reason', 'stream', 'since', 'by', '__proto__', 'x'), fc.string()),
        (eventKey, data) => {
          const shown = eventWithoutCause({ eventKey, cameraName: null, detail: '', data }).data;
          for (const [name, value] of Object.entries(shown)) expect(data[name]).toBe(value);
          expect(Object.keys(shown)).not.toContain('reason');
        },
      ),
    );
  });
});
