import type { FrameSize, NormalizedBox } from '@holdfast/domain';

/** A picture of one plate, as a detector would cut it out with some margin. */
export interface PlateCrop {
  path: string;
  /** Where the plate is, once the size of the picture is known. */
  boxIn: (size: FrameSize) => NormalizedBox;
  text: string;
  lines: 1 | 2;
  region: string;
  /** Read by eye without doubt. */
  isSure: boolean;
}

/** A whole picture with all its plates; `ignore` holds what is neither plate nor background. */
export interface PlateScene {
  path: string;
  source: string;
  boxes: readonly NormalizedBox[];
  ignore: readonly NormalizedBox[];
  /** What is written on the plate, where there is one and it is known. */
  text: string | undefined;
}

export interface PlateSet {
  title: string;
  crops: readonly PlateCrop[];
  scenes: readonly PlateScene[];
}
