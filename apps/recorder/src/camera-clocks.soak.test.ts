import { expect, it } from 'vitest';
import { recordCameraClocks } from './testing/record-camera-clocks.ts';

const SECONDS = 600;
const MINUTE_MS = 60_000;

const frozenForAMinute = (ms: number) => (ms > 120_000 && ms < 180_000 ? 120_000 : ms);

it('ten minutes of cameras with bad clocks: no gap, and p99 of the error of every picture under 100 ms', async () => {
  const cameras = await recordCameraClocks({
    seconds: SECONDS,
    cameras: [
      { name: 'exact, 1 fps', fps: 1, stampAt: (ms) => ms },
      { name: 'exact, 60 fps', fps: 60, stampAt: (ms) => ms },
      { name: 'drifts by 500 ppm', fps: 20, stampAt: (ms) => ms * 1.0005 },
      { name: '5 % slow', fps: 20, stampAt: (ms) => ms * 0.95 },
      { name: 'jumps by an hour every minute', fps: 20, stampAt: (ms) => ms + Math.floor(ms / MINUTE_MS) * 3_600_000 },
      { name: 'set back', fps: 20, stampAt: (ms) => (ms > 200_000 ? ms - 150_000 : ms) },
      ...[1, 20, 60].map((fps) => ({ name: `frozen for a minute, ${fps} fps`, fps, stampAt: frozenForAMinute })),
      { name: 'drifts, 1 fps', fps: 1, stampAt: (ms) => ms * 1.0005 },
      { name: 'drifts, 60 fps', fps: 60, stampAt: (ms) => ms * 1.0005 },
    ],
  });
  for (const { name, pictures, p99Ms, worstMs, gaps } of cameras)
    console.info(
      `${name}: ${pictures} pictures, error p99 ${p99Ms.toFixed(0)} ms, at most ${worstMs.toFixed(0)} ms`,
      gaps,
    );
  for (const { name, p99Ms, gaps } of cameras) {
    expect(gaps, name).toEqual([]);
    expect(p99Ms, name).toBeLessThan(100);
  }
});
