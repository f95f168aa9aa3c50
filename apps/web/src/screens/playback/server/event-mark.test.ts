import { describe, expect, it } from 'vitest';
import { eventMark } from './event-mark.ts';

const NOW = Date.UTC(2026, 0, 1);
const event = (label: string, source_id: string, end_ts: string | null = null) => ({
  id: 'a',
  camera_id: 'gate',
  ts: new Date(NOW - 60_000).toISOString(),
  end_ts,
  label,
  source_id,
  unknown: [],
});

describe('an event on the timeline', () => {
  it.each([
    ['a door that is open lasts until now', event('door', 'hub'), 'opening', undefined, NOW],
    [
      'a door that was closed ended then',
      event('window', 'hub', new Date(NOW - 5_000).toISOString()),
      'opening',
      undefined,
      NOW - 5_000,
    ],
    ['a person is a symbol at its start', event('person', 'external'), 'detection', 'person', NOW - 60_000],
    ['a door seen by a detector is no opening', event('door', 'external'), 'detection', 'other', NOW - 60_000],
    ['a plate', event('license_plate', 'native-alpr'), 'plate', 'plate', NOW - 60_000],
  ])('%s', (_title, given, kind, glyph, endMs) => {
    const mark = eventMark(given, { text: 'text', nowMs: NOW });
    expect([mark.kind, mark.glyph, mark.endMs]).toEqual([kind, glyph, endMs]);
  });

  it('a door whose hub is away is unknown since then', () => {
    const given = { ...event('door', 'hub'), unknown: [{ start: new Date(NOW - 20_000).toISOString(), end: null }] };
    const { unknown } = eventMark(given, { text: 'text', nowMs: NOW });
    expect(unknown).toEqual([{ startMs: NOW - 20_000, endMs: NOW }]);
  });
});
