import { expect, it } from 'vitest';
import { explainGaps } from './explain-gaps.ts';

const range = { startMs: 0, endMs: 100_000 };

it('assigns each hole the reason that covers most of it', () => {
  const exported = [
    { startMs: 0, endMs: 20_000 },
    { startMs: 60_000, endMs: 99_990 },
  ];
  const ledger = [
    { kind: 'recorded', startMs: 0, endMs: 20_000 },
    { kind: 'gap', reason: 'offline', startMs: 20_000, endMs: 25_000 },
    { kind: 'gap', reason: 'recorder_down', startMs: 25_000, endMs: 60_000 },
  ] as const;
  // The last hundredth is rounding, not a hole.
  expect(explainGaps(range, exported, ledger)).toEqual([{ startMs: 20_000, endMs: 60_000, reason: 'recorder_down' }]);
});

it('does not invent a reason', () => {
  expect(explainGaps(range, [], [])).toEqual([{ ...range, reason: null }]);
});
