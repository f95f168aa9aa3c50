import { expect, it } from 'vitest';
import { periodStartMs } from './period.ts';

const NOW = Date.UTC(2026, 10, 17, 18, 30);

it('begins at a whole hour', () => {
  expect(periodStartMs('day', NOW)).toBe(Date.UTC(2026, 10, 16, 19));
  expect(periodStartMs('month', NOW)).toBe(Date.UTC(2026, 9, 18, 19));
  expect([periodStartMs('all', NOW), periodStartMs('range', NOW)]).toEqual([undefined, undefined]);
});
