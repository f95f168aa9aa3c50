import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

it('a long calculation lets others have their turn after every thousand steps, and returns its result', async () => {
  let steps = 0;
  let isOver = false;
  function* count(): Generator<undefined, string, undefined> {
    for (; steps < 10_500; steps += 1) yield;
    return 'counted';
  }
  const turns: number[] = [];
  const watch = () => {
    turns.push(steps);
    if (!isOver) setImmediate(watch);
  };
  const result = inTurns(count());
  setImmediate(watch);
  expect(await result).toBe('counted');
  isOver = true;
  const gaps = turns.slice(1).map((at, n) => at - (turns[n] ?? 0));
  expect(turns.length).toBeGreaterThan(5);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1_000);
});

it('a calculation of few, long steps lets others have their turn after each of them', async () => {
  let steps = 0;
  function* count(): Generator<undefined, undefined, undefined> {
    for (; steps < 5; steps += 1) {
      for (const sinceMs = performance.now(); performance.now() - sinceMs < 12; );
      yield;
    }
  }
  const seen = new Set<number>();
  const watch = () => {
    seen.add(steps);
    if (steps < 5) setImmediate(watch);
  };
  setImmediate(watch);
  await inTurns(count());
  expect(seen.size).toBeGreaterThanOrEqual(5);
});

it('an error of the calculation is passed on', async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first step.
  function* fail(): Generator<undefined, never, undefined> {
    throw new Error('no');
  }
  await expect(inTurns(fail())).rejects.toThrow('no');
});
