import { describe, expect, it } from 'vitest';
import { cameraHealth, healthOf, type StreamHealth } from './camera-health.ts';

const stream = (part: Partial<StreamHealth>): StreamHealth => ({
  stream: 'main',
  state: 'recording',
  sentence: '',
  detail: null,
  reason: null,
  since: '2026-01-01T00:00:00.000Z',
  bitrate_bps: null,
  last_segment_end: null,
  segment_lag_ms: null,
  restarts: 0,
  codecs: null,
  width: null,
  height: null,
  fps: null,
  audio_codec: null,
  reencoded: false,
  updated_at: '2026-01-01T00:00:00.000Z',
  ...part,
});
const status = (...streams: StreamHealth[]) => ({
  recorder: { alive: true, started_at: null, beat_at: null },
  cameras: [{ camera_id: 'gate', name: 'Gate', enabled: true, streams, motion_sources: [] }],
  storages: [],
  hub: { state: 'off' as const, sentence: '', detail: null, reason: null, since: '2026-01-01T00:00:00.000Z' },
});

describe('the health of a camera', () => {
  it('is unknown without a status', () => {
    expect(cameraHealth(undefined, 'gate')).toEqual({
      streams: [],
      away: undefined,
      isUnstored: false,
      lastRecordedMs: undefined,
    });
    expect(cameraHealth(status(), 'another').away).toBeUndefined();
  });

  it.each([
    ['offline', true],
    ['rejected', true],
    ['stalled', true],
    ['recording', false],
    ['connecting', false],
    ['disk_full', false],
    ['storage_missing', false],
    ['off', false],
    ['unknown', false],
  ] as const)('is offline while its stream is %s: %s', (state, isAway) => {
    expect(cameraHealth(status(stream({ state })), 'gate').away !== undefined).toBe(isAway);
  });

  it.each([
    ['storage_missing', true],
    ['disk_full', true],
    ['recording', false],
    ['offline', false],
  ] as const)('cannot be stored while any of its streams is %s: %s', (state, isUnstored) => {
    const both = status(stream({}), stream({ stream: 'sub', state }));
    expect(cameraHealth(both, 'gate').isUnstored).toBe(isUnstored);
  });

  it('comes from the requested stream, or the only one', () => {
    const both = status(stream({ state: 'offline' }), stream({ stream: 'sub' }));
    expect(cameraHealth(both, 'gate', 'sub').away).toBeUndefined();
    expect(cameraHealth(both, 'gate', 'main').away?.state).toBe('offline');
    expect(cameraHealth(status(stream({ state: 'offline' })), 'gate', 'sub').away?.state).toBe('offline');
    expect(healthOf(cameraHealth(both, 'gate'), 'sub')?.stream).toBe('sub');
  });

  it('has the last end of footage of any stream', () => {
    const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:09.000Z'] as const;
    const both = status(stream({ last_segment_end: late }), stream({ stream: 'sub', last_segment_end: early }));
    expect(cameraHealth(both, 'gate').lastRecordedMs).toBe(Date.parse(late));
  });
});
