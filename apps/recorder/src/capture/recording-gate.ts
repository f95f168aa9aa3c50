import type { ClaimedSegment } from '../segments/claim-segment.ts';

/**
 * Decides for each finished segment of a stream whether it stays. A gate belongs to the stream and not to the child that
 * writes it, so what it holds and what it knows outlive a reconnect. It answers for every segment it was offered, through
 * the ways it was made with, at once or later. A crash keeps what was held: the next start publishes it.
 */
export interface RecordingGate {
  /** In the order they were written. */
  offer(segment: ClaimedSegment): void;
  /** The stream is no longer recorded: everything still held must be answered for now. */
  close(): void;
}

export interface GateWays {
  keep(segment: ClaimedSegment): void;
  drop(segment: ClaimedSegment): void;
}

export type MakeGate = (ways: GateWays) => RecordingGate;

/** Fail open: without a verdict everything stays. */
export const keepEverything: MakeGate = ({ keep }) => ({ offer: keep, close: () => {} });
