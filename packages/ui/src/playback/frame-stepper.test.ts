import { describe, expect, it } from 'vitest';
import { createFrameStepper } from './frame-stepper.ts';

/** The default of 25 frames per second. */
const FRAME_MS = 40;
const stepper = createFrameStepper();

describe('a frame step', () => {
  it('lands in the middle of the neighbouring picture', () => {
    const from = { atMs: 1_010, pictureMs: 1_000, isFromSeek: true };
    expect(stepper.target({ ...from, direction: 1 })).toBe(1_060);
    expect(stepper.target({ ...from, direction: -1 })).toBe(980);
  });

  it('starts from the displayed picture, however far the clock has advanced', () => {
    expect(stepper.target({ atMs: 1_300, pictureMs: 1_000, isFromSeek: false, direction: 1 })).toBe(1_060);
  });

  it.each([1, -1] as const)(
    'counts even if the picture of the previous step is not displayed yet (%i)',
    (direction) => {
      let atMs = stepper.target({ atMs: 1_000, pictureMs: 1_000, isFromSeek: true, direction });
      for (let step = 2; step <= 50; step += 1) {
        atMs = stepper.target({ atMs, pictureMs: 1_000, isFromSeek: true, direction });
        expect(atMs).toBeCloseTo(1_000 + (direction * step + 0.5) * FRAME_MS);
      }
    },
  );

  it('leaves a picture of a camera with a lower frame rate', () => {
    let atMs = 1_000;
    for (let step = 1; step <= 4; step += 1)
      atMs = stepper.target({ atMs, pictureMs: 1_000, isFromSeek: true, direction: 1 });
    expect(atMs).toBeGreaterThan(1_100);
  });

  it('uses the reported frame rate until pictures were displayed', () => {
    const reported = createFrameStepper();
    // Before its first picture only the events of the element are used.
    reported.watch(new EventTarget() as HTMLVideoElement, () => 0.1);
    expect(reported.target({ atMs: 1_050, pictureMs: 1_000, isFromSeek: true, direction: 1 })).toBe(1_150);
  });

  it('works before any picture was displayed', () => {
    expect(stepper.target({ atMs: 1_020, pictureMs: undefined, isFromSeek: false, direction: 1 })).toBe(1_060);
  });
});
