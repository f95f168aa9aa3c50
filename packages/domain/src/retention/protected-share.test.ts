import { expect, it } from 'vitest';
import { exceedsProtectedShare, storageBudgetBytes } from './protected-share.ts';

it.each([
  ['the budgets together', { footageBytes: 10, freeBytes: 1_000, budgets: [100, 50] }, 150],
  ['the disk, where a policy has no budget', { footageBytes: 10, freeBytes: 1_000, budgets: [100, null] }, 1_010],
  ['the disk, where it is smaller than the budgets', { footageBytes: 10, freeBytes: 20, budgets: [100] }, 30],
  ['the budgets, while the free space is unknown', { footageBytes: 10, freeBytes: null, budgets: [100] }, 100],
  ['nothing known', { footageBytes: 10, freeBytes: null, budgets: [] }, null],
])('the budget of a storage is %s', (_title, space, expected) => expect(storageBudgetBytes(space)).toBe(expected));

it.each([
  [49, 100, false],
  [50, 100, true],
  [0, 0, false],
  [10, null, false],
])('%d protected of %s: %s', (protectedBytes, budget, expected) =>
  expect(exceedsProtectedShare(protectedBytes, budget)).toBe(expected),
);
