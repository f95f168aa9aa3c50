import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWakeUp } from './wake-up.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a sleep has ended by now. */
const sleeping = (limitMs: number, signal = new AbortController().signal, wakeUp = createWakeUp()) => {
  let isOver = false;
  void wakeUp.sleep(limitMs, signal).then(() => {
    isOver = true;
  });
  return { wakeUp, isOver: () => vi.advanceTimersByTimeAsync(0).then(() => isOver) };
};

describe('a sleep', () => {
  it('lasts for its duration', async () => {
    const { isOver } = sleeping(1_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(await isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isOver()).toBe(true);
  });

  it('ends when woken; the next one lasts its full duration', async () => {
    const { wakeUp, isOver } = sleeping(1_000);
    wakeUp.wake();
    expect(await isOver()).toBe(true);
    expect(await sleeping(1_000, undefined, wakeUp).isOver()).toBe(false);
  });

  it('returns at once when woken before it began', async () => {
    const wakeUp = createWakeUp();
    wakeUp.wake();
    wakeUp.wake();
    expect(await sleeping(1_000, undefined, wakeUp).isOver()).toBe(true);
    expect(await sleeping(1_000, undefined, wakeUp).isOver()).toBe(false);
  });

  it('ends with its signal', async () => {
    const stop = new AbortController();
    const { isOver } = sleeping(1_000, stop.signal);
    stop.abort();
    expect(await isOver()).toBe(true);
    expect(await sleeping(1_000, stop.signal).isOver()).toBe(true);
  });
});
