import type { ByteArena } from '../access-unit/byte-arena.ts';
import type { PictureSetup } from '../access-unit/parameter-book.ts';

/** Random access type of the first picture; `none`: continues the group of the previous fragment. */
export type FragmentStart = 'closed' | 'open' | 'none';

/** One picture of a fragment, in decoding order. */
export interface PictureSample {
  sizeBytes: number;
  durationTicks: number;
  /** Composition offset: presentation time minus decode time. */
  offsetTicks: number;
  isKeyframe: boolean;
}

/** Pictures that are written together: a group that starts with a keyframe, or a part of a long one. */
export interface PictureFragment {
  /** The range of its pictures in the arena. Fragments are released in order. */
  arena: ByteArena;
  from: number;
  to: number;
  samples: readonly PictureSample[];
  start: FragmentStart;
  setup: PictureSetup;
  /** Decode time of the first picture, which is also the presentation time of the picture displayed first. */
  startTicks: number;
  endTicks: number;
  /** False if pictures before it are missing. */
  isContinuous: boolean;
}
