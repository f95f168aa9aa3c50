/** A span of footage in wall clock time. */
export interface FootageSpan {
  startMs: number;
  endMs: number;
}

/** `hold`: not to be kept so far, but motion that is reported late may change that. */
export type GateVerdict = 'keep' | 'hold' | 'drop';

/**
 * Decides which footage of a stream is kept, before it is written to disk. A gate belongs to the stream, not to a
 * connection: its state and the held footage survive a reconnect. It judges each fragment on arrival, and held
 * fragments again when another one arrives or the gate changes.
 */
export interface RecordingGate {
  judge(span: FootageSpan): GateVerdict;
  /** Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

/** Fail open: without motion detection everything is kept. */
export const keepEverything: RecordingGate = { judge: () => 'keep', onChange: () => () => {} };
