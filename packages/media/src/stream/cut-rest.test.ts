import { expect, it } from 'vitest';
import { CutRest } from './cut-rest.ts';

it('lets the first cut happen at once, and others ever later while they follow each other', () => {
  const rest = new CutRest();
  let nowMs = 0;
  const gaps = Array.from({ length: 8 }, () => {
    const beforeMs = nowMs;
    while (!rest.isOver(nowMs)) nowMs += 1_000;
    rest.noteCut(nowMs);
    return (nowMs - beforeMs) / 1_000;
  });
  expect(gaps).toEqual([0, 10, 20, 40, 80, 160, 300, 300]);
});

it('forgets a restless time after a calm one', () => {
  const rest = new CutRest();
  rest.noteCut(0);
  rest.noteCut(10_000);
  rest.noteCut(30_000);
  rest.noteCut(3_600_000);
  expect(rest.isOver(3_610_000)).toBe(true);
});
