/** Longer than a restart with its pause takes. */
const OFFLINE_MS = 60_000;

/**
 * Whether the recorder is gone. Its silence counts only while somebody listens: after a power cut, or while the database
 * was away, it had nobody to tell that it lives.
 */
export const isRecorderOffline = ({
  nowMs,
  beatMs,
  listeningSinceMs,
}: {
  nowMs: number;
  /** Undefined when it has never run. */
  beatMs: number | undefined;
  listeningSinceMs: number;
}): boolean => nowMs - Math.max(beatMs ?? listeningSinceMs, listeningSinceMs) > OFFLINE_MS;
