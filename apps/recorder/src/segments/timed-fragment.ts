import type { PictureFragment, SoundSetup, TimedSound } from '@holdfast/media';

/** The clock of one connection to a camera: maps its ticks to monotonic time. */
export interface ConnectionClock {
  timeAt(ticks: number): number | undefined;
}

/** A fragment with its sound and the clock that dates it. */
export interface TimedFragment {
  connection: ConnectionClock;
  picture: PictureFragment;
  /** Set if the recording has a sound track, even when this fragment has no sound. */
  sound?: SoundSetup | undefined;
  timedSound?: TimedSound | undefined;
}
