import type { FrameStepper } from './frame-stepper.ts';
import type { PanePlayer } from './pane-player.ts';

/** Start of the picture that a pane displayed last. */
export function pictureMsOf(pane: PanePlayer, stepper: FrameStepper): number | undefined {
  const seconds = stepper.pictureSeconds(pane.video);
  return seconds === undefined ? undefined : pane.momentOf(seconds);
}

/** The moment that a pane displays: during a seek the previous picture still is. */
export function seenMsOf(pane: PanePlayer, stepper: FrameStepper): number | undefined {
  const pictureMs = pane.video.seeking ? pictureMsOf(pane, stepper) : undefined;
  return pictureMs === undefined ? pane.shownMs() : pictureMs + stepper.frameMs() / 2;
}
