import { expect, it } from 'vitest';
import { isAboutLinear, measureGrowth } from './growth.ts';

const text = (size: number) => 'a'.repeat(size);

it('distinguishes linear from quadratic work', () => {
  expect(isAboutLinear(measureGrowth(text, (input) => /b/.test(input), 1_000_000))).toBe(true);
  expect(isAboutLinear(measureGrowth(text, (input) => /a*b/.test(input), 2_000))).toBe(false);
});
