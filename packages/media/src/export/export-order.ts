import type { ClockLine, Interval } from '@holdfast/domain';
import type { FootageSource } from './footage-source.ts';

export interface ExportOrder {
  sources: readonly FootageSource[];
  /** On the timeline of the sources' offsets. */
  wanted: Interval;
  audio: boolean;
  /** Lines of the burnt-in clock for footage that starts at `leadMs`; omit to copy unchanged. */
  clock?: ClockOf;
  /** An empty folder, and the name of the file in it. */
  folder: string;
  name: string;
  onFed(bytes: number): void;
  signal: AbortSignal;
}

export type ClockOf = (leadMs: number) => Iterable<ClockLine>;

export type ExportWriting =
  /** The part of the timeline that is in the file: as requested, or slightly more if copied. */
  | { kind: 'written'; covered: Interval }
  | { kind: 'unplayable'; segmentId: number }
  | { kind: 'failed'; reason: string; diskFull: boolean };
