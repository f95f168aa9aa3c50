import { describe, expect, it } from 'vitest';
import { laterSnooze, MAX_SNOOZE_MS, snoozeFault } from './snooze.ts';

describe('a snooze', () => {
  it.each([
    [999, 'past'],
    [1_000, 'past'],
    [1_001, undefined],
    [1_000 + MAX_SNOOZE_MS, undefined],
    [1_001 + MAX_SNOOZE_MS, 'too-late'],
  ])('until %s at 1000: %s', (untilMs, expected) => expect(snoozeFault(untilMs, 1_000)).toBe(expected));

  it.each([
    [null, null, null],
    [1, null, 1],
    [null, 2, 2],
    [3, 2, 3],
  ])('of %s and %s ends at %s', (a, b, expected) => expect(laterSnooze(a, b)).toBe(expected));
});
