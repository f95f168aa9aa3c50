import { expect, it } from 'vitest';
import { slowestFiles } from './slowest-files.ts';

it('lists the slowest files first, and no more than asked for', () => {
  const timings = [
    { file: 'a.test.ts', tookMs: 900 },
    { file: 'b.test.ts', tookMs: 12_340 },
    { file: 'c.test.ts', tookMs: 100_000 },
  ];
  expect(slowestFiles(timings, 2)).toEqual(['  100.0 s  c.test.ts', '   12.3 s  b.test.ts']);
});
