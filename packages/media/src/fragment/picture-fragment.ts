import type { ByteArena } from '../access-unit/byte-arena.ts';
import type { PictureSetup } from '../access-unit/parameter-book.ts';

/** How the first picture of a fragment can be started on; `none`: it continues the group of the fragment before. */
export type FragmentStart = 'closed' | 'open' | 'none';

/** One picture of a fragment, in decoding order. */
export interface PictureSample {
  sizeBytes: number;
  durationTicks: number;
  /** Time of showing less time of decoding. */
  offsetTicks: number;
  isKeyframe: boolean;
}

/** Pictures that are written together: a group that begins on a keyframe, or a part of a long one. */
export interface PictureFragment {
  /** Where the bytes of its pictures lie, one behind the other. Released in the order in which fragments came. */
  arena: ByteArena;
  from: number;
  to: number;
  samples: readonly PictureSample[];
  start: FragmentStart;
  setup: PictureSetup;
  /** Decode time of its first picture, which is also the time of the picture that is shown first. */
  startTicks: number;
  endTicks: number;
  /** False where pictures are missing before it. */
  isContinuous: boolean;
}
