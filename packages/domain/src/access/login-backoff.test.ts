import { expect, it } from 'vitest';
import { loginWaitSeconds, loginWaitTable } from './login-backoff.ts';

it('waits from the fifth failure on, 2 s doubling to 15 min', () => {
  expect([0, 1, 4, 5, 6, 7, 12, 13, 14, 1_000_000].map(loginWaitSeconds)).toEqual([
    0, 0, 0, 2, 4, 8, 256, 512, 900, 900,
  ]);
});

it('equals a table that ends with the longest wait', () => {
  expect(loginWaitTable.map((_, i) => loginWaitSeconds(i + 1))).toEqual(loginWaitTable);
  expect(loginWaitTable.at(-1)).toBe(loginWaitSeconds(1_000_000));
});
