import { describe, expect, it } from 'vitest';
import { createFrameStepper } from './frame-stepper.ts';

/** 25 pictures a second until a video has told. */
const FRAME_MS = 40;
const stepper = createFrameStepper();

describe('a step', () => {
  it('goes into the middle of the neighbouring picture', () => {
    const from = { atMs: 1_010, pictureMs: 1_000, isPlaced: true };
    expect(stepper.target({ ...from, direction: 1 })).toBe(1_060);
    expect(stepper.target({ ...from, direction: -1 })).toBe(980);
  });

  it('counts from the picture that is seen, however far the clock has come while it played', () => {
    expect(stepper.target({ atMs: 1_300, pictureMs: 1_000, isPlaced: false, direction: 1 })).toBe(1_060);
  });

  it.each([1, -1] as const)('counts although the picture of the step before is not shown yet (%i)', (direction) => {
    let atMs = stepper.target({ atMs: 1_000, pictureMs: 1_000, isPlaced: true, direction });
    for (let step = 2; step <= 50; step += 1) {
      atMs = stepper.target({ atMs, pictureMs: 1_000, isPlaced: true, direction });
      expect(atMs).toBeCloseTo(1_000 + (direction * step + 0.5) * FRAME_MS);
    }
  });

  it('leaves a picture that lasts longer than those of the quickest camera', () => {
    let atMs = 1_000;
    for (let step = 1; step <= 4; step += 1)
      atMs = stepper.target({ atMs, pictureMs: 1_000, isPlaced: true, direction: 1 });
    expect(atMs).toBeGreaterThan(1_100);
  });

  it('goes by what is told of the camera until pictures were seen', () => {
    const told = createFrameStepper();
    // Of an element nothing else is asked before its first picture.
    told.watch(new EventTarget() as HTMLVideoElement, () => 0.1);
    expect(told.target({ atMs: 1_050, pictureMs: 1_000, isPlaced: true, direction: 1 })).toBe(1_150);
  });

  it('needs no picture to be known', () => {
    expect(stepper.target({ atMs: 1_020, pictureMs: undefined, isPlaced: false, direction: 1 })).toBe(1_060);
  });
});
