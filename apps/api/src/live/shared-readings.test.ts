import type { Reading } from '@holdfast/media';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSharedReadings } from './shared-readings.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function stage() {
  const opened: { signal: AbortSignal; end: () => void }[] = [];
  const readings = createSharedReadings(async ({ signal }) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    opened.push({ signal, end });
    signal.addEventListener('abort', () => end());
    return { ended } as Reading;
  });
  return { readings, opened };
}

describe('a stream that many watch over WebRTC', () => {
  it('is read once, and closed a little after the last viewer left', async () => {
    const { readings, opened } = stage();
    const viewers = await Promise.all(Array.from({ length: 50 }, () => readings.enter('gate', 'rtsp://x')));
    expect(opened).toHaveLength(1);
    for (const { leave } of viewers) leave();
    await vi.advanceTimersByTimeAsync(5_000);
    const back = await readings.enter('gate', 'rtsp://x');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened.map(({ signal }) => signal.aborted)).toEqual([false]);
    back.leave();
    back.leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  it('is opened again after it ended', async () => {
    const { readings, opened } = stage();
    await readings.enter('gate', 'rtsp://x');
    opened[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    await readings.enter('gate', 'rtsp://x');
    expect(opened).toHaveLength(2);
  });

  it('that ended while watched leaves nothing behind when its viewers leave', async () => {
    const { readings, opened } = stage();
    const viewers = [await readings.enter('gate', 'rtsp://x'), await readings.enter('gate', 'rtsp://x')];
    opened[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    const next = await readings.enter('gate', 'rtsp://x');
    for (const { leave } of viewers) leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    next.leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened.map(({ signal }) => signal.aborted)).toEqual([false, true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that cannot be opened fails for each viewer, and is retried for the next', async () => {
    let tries = 0;
    const readings = createSharedReadings(async () => {
      tries += 1;
      throw new Error('away');
    });
    await expect(readings.enter('gate', 'rtsp://x')).rejects.toThrow('away');
    await vi.advanceTimersByTimeAsync(0);
    await expect(readings.enter('gate', 'rtsp://x')).rejects.toThrow('away');
    expect(tries).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});
