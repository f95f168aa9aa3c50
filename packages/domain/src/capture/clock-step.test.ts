import { describe, expect, it } from 'vitest';
import { findClockStep } from './clock-step.ts';

describe('a step of the wall clock', () => {
  const before = { wallMs: 1_000_000, monotonicMs: 500 };
  it.each([
    ['no step, however late the next reading', 60_000, 60_000, undefined],
    ['a slew', 1_000, 1_900, undefined],
    ['forward', 1_000, 3_601_000, { fromMs: 1_001_000, toMs: 4_601_000 }],
    ['back', 1_000, -3_599_000, { fromMs: 1_001_000, toMs: -2_599_000 }],
  ])('%s', (_title, monotonic, wall, expected) => {
    const after = { wallMs: before.wallMs + wall, monotonicMs: before.monotonicMs + monotonic };
    expect(findClockStep(before, after)).toEqual(expected);
  });
});
