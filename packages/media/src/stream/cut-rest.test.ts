import { expect, it } from 'vitest';
import { CutRest } from './cut-rest.ts';

it('allows the first cut at once, and later ones after longer and longer pauses', () => {
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

it('starts again after a calm period', () => {
  const rest = new CutRest();
  rest.noteCut(0);
  rest.noteCut(10_000);
  rest.noteCut(30_000);
  rest.noteCut(3_600_000);
  expect(rest.isOver(3_610_000)).toBe(true);
});
