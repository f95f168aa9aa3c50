import { describe, expect, it } from 'vitest';
import { isEnoughFor, quantile, tailOf } from './percentiles.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe('a percentile', () => {
  it.each([
    [0.95, 99, false],
    [0.95, 100, true],
    [0.99, 499, false],
    [0.99, 500, true],
    [0.5, 10, true],
  ])('%d is a figure of %i samples: %s', (share, count, isEnough) => {
    expect(isEnoughFor(share, count)).toBe(isEnough);
  });

  it('is taken from the samples in their order', () => {
    expect(quantile([3, 1, 2], 0.5)).toBe(2);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('judges few samples by the slowest of them', () => {
    expect(tailOf([1, 9, 2])).toEqual({ label: 'slowest of 3', value: 9 });
    expect(tailOf(upTo(200))).toEqual({ label: 'p95 of 200', value: 191 });
  });
});
