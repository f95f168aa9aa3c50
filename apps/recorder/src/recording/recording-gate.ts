/** A stretch of footage, by the wall clock. */
export interface FootageSpan {
  startMs: number;
  endMs: number;
}

/** `hold`: not wanted yet, but it may still become so. */
export type GateVerdict = 'keep' | 'hold' | 'drop';

/**
 * Decides what stays of a stream, before anything reaches the disk. A gate belongs to the stream and not to a connection:
 * what it knows, and what is held for it, outlive a reconnect. Asked for each fragment when it comes, and again for those
 * that are held whenever another comes or the gate has changed its mind.
 */
export interface RecordingGate {
  judge(span: FootageSpan): GateVerdict;
  /** Returns a way to stop listening. */
  onChange(listener: () => void): () => void;
}

/** Fail open: without a verdict everything stays. */
export const keepEverything: RecordingGate = { judge: () => 'keep', onChange: () => () => {} };

export interface DrivenGate extends RecordingGate {
  /** From this moment on everything stays; footage from before it too, as far as it is held. */
  open(fromMs: number): void;
  /** What is later than this is held again. */
  stop(untilMs: number): void;
}

/** Keeps what overlaps the ranges it was opened for, and holds back the last `preMs` for a range that may come. */
export function createDrivenGate({ preMs, nowMs }: { preMs: () => number; nowMs: () => number }): DrivenGate {
  const listeners = new Set<() => void>();
  let kept: FootageSpan[] = [];
  let openFromMs: number | undefined;
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    judge({ startMs, endMs }) {
      if (openFromMs !== undefined && endMs > openFromMs) return 'keep';
      if (kept.some((range) => startMs < range.endMs && endMs > range.startMs)) return 'keep';
      const heldFromMs = nowMs() - preMs();
      kept = kept.filter((range) => range.endMs > heldFromMs);
      return endMs > heldFromMs ? 'hold' : 'drop';
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open(fromMs) {
      openFromMs = Math.min(fromMs, openFromMs ?? fromMs);
      changed();
    },
    stop(untilMs) {
      if (openFromMs === undefined) return;
      kept.push({ startMs: openFromMs, endMs: untilMs });
      openFromMs = undefined;
      changed();
    },
  };
}
