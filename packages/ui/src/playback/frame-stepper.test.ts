import { expect, it } from 'vitest';
import { createFrameStepper } from './frame-stepper.ts';

it('aims at the middle of the neighbouring picture, 25 a second until a video has told', () => {
  const stepper = createFrameStepper();
  expect(stepper.target({ atMs: 1_000, direction: 1 })).toBe(1_060);
  expect(stepper.target({ atMs: 1_000, direction: -1 })).toBe(980);
});
