import { backoffMs, sleep } from '@holdfast/kit';

export interface LaneFault {
  err: unknown;
  attempt: number;
}

export interface SegmentLane {
  /** Queues work of one stream. It runs in order and is retried until it succeeds. */
  push(work: () => Promise<void>): void;
  /** Resolves when nothing is queued or running, or when the signal aborts. */
  drained(signal?: AbortSignal): Promise<void>;
  readonly waiting: number;
}

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;

/**
 * A full or missing disk delays a segment but never loses it: the file stays in the spool until it can be published.
 */
export function createSegmentLane({
  signal,
  onFault,
}: {
  /** Ends the retries; unpublished files stay in the spool for the next start. */
  signal: AbortSignal;
  onFault: (fault: LaneFault) => void;
}): SegmentLane {
  let waiting = 0;
  let tail = Promise.resolve();

  const untilDone = async (work: () => Promise<void>): Promise<void> => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        return await work();
      } catch (err) {
        onFault({ err, attempt });
        await sleep(backoffMs({ attempt, minMs: MIN_RETRY_MS, maxMs: MAX_RETRY_MS }), signal);
      }
    }
  };
  return {
    push(work) {
      waiting += 1;
      tail = tail
        .then(() => untilDone(work))
        .finally(() => {
          waiting -= 1;
        });
    },
    async drained(givingUp) {
      if (givingUp === undefined) return tail;
      const given = new Promise<void>((resolve) => {
        if (givingUp.aborted) resolve();
        givingUp.addEventListener('abort', () => resolve(), { once: true });
      });
      await Promise.race([tail, given]);
    },
    get waiting() {
      return waiting;
    },
  };
}
