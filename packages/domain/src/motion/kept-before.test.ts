import { expect, it } from 'vitest';
import { keptBefore } from './kept-before.ts';

it.each([
  ['on motion only what the buffer holds', 'motion', 60, 5],
  ['on motion what is wanted, if the buffer holds it', 'motion', 3, 3],
  ['all of it while everything is recorded', 'continuous', 60, 60],
] as const)('keeps from before a request %s', (_title, mode, wantedSeconds, kept) => {
  expect(keptBefore({ mode, motionPreSeconds: 5 }, wantedSeconds)).toBe(kept);
});
