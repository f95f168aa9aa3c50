import { type StreamRef, streamKey } from '@holdfast/domain';

export interface SpoolHold {
  /** Whether another recording is waiting for the spool. */
  isAwaited(): boolean;
  release(): void;
}

/**
 * Mutual exclusion for a stream's spool on a storage: only its recording, or the sweep that publishes leftovers, may
 * use it.
 */
export interface SpoolHolds {
  /** Undefined if the signal aborted first. */
  take(root: string, ref: StreamRef, signal: AbortSignal): Promise<SpoolHold | undefined>;
  /** Undefined if it is in use. */
  takeFree(root: string, ref: StreamRef): SpoolHold | undefined;
}

export function createSpoolHolds(): SpoolHolds {
  /** Waiters for each spool that is in use. */
  const taken = new Map<string, (() => void)[]>();
  const keyOf = (root: string, ref: StreamRef) => `${streamKey(ref)} ${root}`;

  const holdOf = (key: string, line: (() => void)[]): SpoolHold => {
    let isHeld = true;
    return {
      isAwaited: () => line.length > 0,
      release() {
        if (!isHeld) return;
        isHeld = false;
        const next = line.shift();
        if (next) next();
        else taken.delete(key);
      },
    };
  };
  const takeFree: SpoolHolds['takeFree'] = (root, ref) => {
    const key = keyOf(root, ref);
    if (taken.has(key)) return undefined;
    const line: (() => void)[] = [];
    taken.set(key, line);
    return holdOf(key, line);
  };
  return {
    takeFree,
    async take(root, ref, signal) {
      if (signal.aborted) return undefined;
      const key = keyOf(root, ref);
      const line = taken.get(key);
      if (line === undefined) return takeFree(root, ref);
      return new Promise((resolve) => {
        const enter = () => {
          signal.removeEventListener('abort', leave);
          resolve(holdOf(key, line));
        };
        const leave = () => {
          line.splice(line.indexOf(enter), 1);
          resolve(undefined);
        };
        line.push(enter);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
