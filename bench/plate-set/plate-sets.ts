import type { FrameSize, NormalizedBox } from '@holdfast/domain';

/** A picture of one plate, with some margin like a detector's crop. */
export interface PlateCrop {
  path: string;
  /** The position of the plate, given the size of the picture. */
  boxIn: (size: FrameSize) => NormalizedBox;
  text: string;
  lines: 1 | 2;
  region: string;
  /** Labelled by eye without doubt. */
  isSure: boolean;
}

/** A whole picture with all its plates; `ignore` contains areas that are neither plate nor background. */
export interface PlateScene {
  path: string;
  source: string;
  boxes: readonly NormalizedBox[];
  ignore: readonly NormalizedBox[];
  /** The text of the plate, if there is one and it is known. */
  text: string | undefined;
}

export interface PlateSet {
  title: string;
  crops: readonly PlateCrop[];
  scenes: readonly PlateScene[];
}
