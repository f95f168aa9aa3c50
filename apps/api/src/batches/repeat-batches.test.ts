import { expect, it } from 'vitest';
import { repeatBatches } from './repeat-batches.ts';

const workOn = (rows: number) => {
  let left = rows;
  return async (size: number) => {
    const taken = Math.min(size, left);
    left -= taken;
    return taken;
  };
};

it.each([0, 1, 10, 25, 30])('works on all of %i rows, ten at a time', async (rows) => {
  const { signal } = new AbortController();
  expect(await repeatBatches({ size: 10, signal }, workOn(rows))).toBe(rows);
});

it('stops between two batches', async () => {
  const stopping = new AbortController();
  const work = workOn(1_000);
  const stopAfterFirst = async (size: number) => {
    stopping.abort();
    return work(size);
  };
  expect(await repeatBatches({ size: 10, signal: stopping.signal }, stopAfterFirst)).toBe(10);
});
