import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { awakeTimeout } from './awake-timeout.ts';

let frozenMs = 0;
const nowMs = () => performance.now() + frozenMs;
beforeEach(() => {
  frozenMs = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => void vi.useRealTimers());

it('calls back after its time, once', () => {
  const callback = vi.fn();
  awakeTimeout(callback, 15_000, nowMs);
  vi.advanceTimersByTime(14_999);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(callback).toHaveBeenCalledTimes(1);
});

it('begins again after the process was frozen', () => {
  const callback = vi.fn();
  awakeTimeout(callback, 15_000, nowMs);
  vi.advanceTimersByTime(10_000);
  frozenMs = 35_000;
  vi.advanceTimersByTime(5_000);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  expect(callback).toHaveBeenCalledTimes(1);
});

it('never calls back once it is cancelled, also after it began again', () => {
  const callback = vi.fn();
  const cancel = awakeTimeout(callback, 15_000, nowMs);
  frozenMs = 35_000;
  vi.advanceTimersByTime(15_000);
  cancel();
  vi.advanceTimersByTime(60_000);
  expect(callback).not.toHaveBeenCalled();
});
