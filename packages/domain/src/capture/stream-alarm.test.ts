import { describe, expect, it } from 'vitest';
import { streamAlarm } from './stream-alarm.ts';

describe('the alarm for a stream state', () => {
  const long = { heldMs: 3_600_000, upMs: 3_600_000, bootGraceMs: 180_000 };
  it.each([
    ['recording', long, undefined],
    ['off', long, undefined],
    ['rejected', { ...long, heldMs: 0, upMs: 0 }, 'camera_stream_rejected'],
    ['offline', long, 'camera_offline'],
    ['offline', { ...long, heldMs: 29_000 }, undefined],
    ['offline', { ...long, upMs: 179_000 }, undefined],
    ['stalled', { ...long, heldMs: 0 }, 'stream_no_segments'],
    ['connecting', long, 'stream_no_segments'],
    ['connecting', { ...long, heldMs: 59_000 }, undefined],
    ['disk_full', long, 'storage_persist_failed'],
    ['disk_full', { ...long, heldMs: 9_000 }, undefined],
    ['storage_missing', long, 'storage_persist_failed'],
  ] as const)('%s %j: %s', (state, facts, expected) => {
    expect(streamAlarm({ state, ...facts })).toBe(expected);
  });
});
