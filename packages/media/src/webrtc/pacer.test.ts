import { expect, it } from 'vitest';
import { createPacer } from './pacer.ts';

it('lets a trickle through at once and a flood through in bursts, in order', async () => {
  const sent: number[] = [];
  const pacer = createPacer<number>({ send: (one) => sent.push(one), overflow: () => undefined });
  pacer.push([1, 2, 3]);
  expect(sent).toEqual([1, 2, 3]);
  const flood = Array.from({ length: 1_000 }, (_, index) => index);
  pacer.push(flood);
  expect(sent.length).toBeLessThan(200);
  await expect.poll(() => sent).toEqual([1, 2, 3, ...flood]);
});

it('reports an overflow of its queue, and holds nothing once stopped', () => {
  let overflowed = false;
  const sent: number[] = [];
  const pacer = createPacer<number>({
    send: (one) => sent.push(one),
    overflow: () => {
      overflowed = true;
      pacer.stop();
    },
  });
  for (let i = 0; i < 40 && !overflowed; i += 1) pacer.push(Array.from({ length: 1_000 }, () => i));
  expect(overflowed).toBe(true);
  const before = sent.length;
  pacer.push([1]);
  expect(sent).toHaveLength(before);
});

it('reports an overflow by a single call', () => {
  let overflowed = false;
  const pacer = createPacer<number>({
    send: () => undefined,
    overflow: () => {
      overflowed = true;
    },
  });
  pacer.push(new Array<number>(500_000).fill(0));
  expect(overflowed).toBe(true);
  pacer.stop();
});
