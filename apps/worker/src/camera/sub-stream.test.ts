import { describe, expect, it } from 'vitest';
import { LagGuard } from './lag-guard.ts';
import { subUrlOf } from './sub-stream.ts';

describe('the substream address', () => {
  it.each([
    ['rtsp://viewer:p@host:8554/abc/main', 'rtsp://viewer:p@host:8554/abc/sub'],
    ['rtsp://host/abc/main?token=x', 'rtsp://host/abc/sub?token=x'],
    ['rtsp://host/stream1', undefined],
  ])('of %s is %s', (main, sub) => {
    expect(subUrlOf(main)).toBe(sub);
  });
});

describe('late frames', () => {
  it('are skipped from the lag limit until the engine has caught up', () => {
    const guard = new LagGuard();
    expect([100, 3_900, 4_100, 3_000, 1_500, 900, 2_000].map((lagMs) => guard.shouldSkip(lagMs))).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(guard.skipped).toBe(3);
  });
});
