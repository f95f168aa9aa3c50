import { expect, it } from 'vitest';
import { createNewestFrame } from './newest-frame.ts';

const signal = new AbortController().signal;

it('returns the newest frame to a slow consumer, and counts skipped ones', async () => {
  const newest = createNewestFrame<number>();
  for (const frame of [1, 2, 3]) newest.put(frame);
  expect(await newest.take(signal)).toBe(3);
  expect(newest.skipped).toBe(2);
});

it('waits for the next frame, and returns each once', async () => {
  const newest = createNewestFrame<number>();
  newest.put(1);
  await newest.take(signal);
  const next = newest.take(signal);
  newest.put(2);
  expect(await next).toBe(2);
});

it('ends the wait when it is aborted', async () => {
  const newest = createNewestFrame<number>();
  const stopping = new AbortController();
  const next = newest.take(stopping.signal);
  stopping.abort();
  expect(await next).toBeUndefined();
});
