import type { ClockLine, Interval, LapsePicture } from '@holdfast/domain';
import type { FootageSource } from './footage-source.ts';

export interface ExportOrder {
  sources: readonly FootageSource[];
  /** On the timeline of the sources' offsets. */
  wanted: Interval;
  audio: boolean;
  /** Lines of the burnt-in clock for footage that starts at `leadMs`; omit to copy unchanged. */
  clock?: ClockOf;
  /** Makes a time-lapse instead, without sound. */
  lapse?: LapseOptions;
  /** An empty folder, and the name of the file in it. */
  folder: string;
  name: string;
  onFed(bytes: number): void;
  signal: AbortSignal;
}

export interface LapseOptions {
  speed: number;
  /** Lines of the burnt-in clock, for footage that starts at `leadMs`. */
  clock?: (shown: { pictures: LapsePicture[]; keyframesMs: number[]; leadMs: number }) => Iterable<ClockLine>;
  /** Called with the share of the work that was done since the last call. */
  onProgress(share: number): void;
}

export type ClockOf = (leadMs: number) => Iterable<ClockLine>;

export type ExportResult =
  /** The part of the timeline that is in the file: as requested, or slightly more if copied. */
  | { kind: 'written'; covered: Interval }
  | { kind: 'unplayable'; segmentId: number }
  | { kind: 'failed'; reason: string; diskFull: boolean };
