import { admitWaiter, nextWaiter, type Waiter } from '@holdfast/domain';
import type { Release } from '@holdfast/kit';
import { Problem } from '../http/problem.ts';

export interface RenderSlots {
  /** Waits for a permit. Refused when the queue is full, or the wait takes too long. */
  acquire(userId: string, signal: AbortSignal): Promise<Release>;
  waiting(): number;
  running(): number;
}

export interface RenderLimits {
  permits: number;
  mostWaiting: number;
  longestWaitMs: number;
}

export const RENDER_LIMITS: RenderLimits = { permits: 4, mostWaiting: 256, longestWaitMs: 300_000 };
const RETRY_SECONDS = 10;

const refused = () => new Problem('too-many-clips', { retryAfterSeconds: RETRY_SECONDS });

interface Entry extends Waiter {
  enter(): void;
  leave(reason: unknown): void;
}

/** Permits with a bounded queue that is fair between users. */
export function createRenderSlots({ permits, mostWaiting, longestWaitMs }: RenderLimits): RenderSlots {
  let waiting: readonly Entry[] = [];
  const running = new Map<string, number>();
  const servedAt = new Map<string, number>();
  let inUse = 0;
  let turn = 0;
  let lastId = 0;

  const remove = (entry: Waiter) => {
    waiting = waiting.filter((one) => one.id !== entry.id);
  };
  const count = (userId: string, by: 1 | -1) => {
    const now = (running.get(userId) ?? 0) + by;
    if (now === 0) running.delete(userId);
    else running.set(userId, now);
    inUse += by;
  };
  const serve = () => {
    while (inUse < permits) {
      const next = nextWaiter({ waiting, running, servedAt });
      const entry = waiting.find(({ id }) => id === next?.id);
      if (!entry) return forgetIdle();
      remove(entry);
      turn += 1;
      servedAt.set(entry.userId, turn);
      count(entry.userId, 1);
      entry.enter();
    }
  };
  /** Without waiting clients, it does not matter which one was served last. */
  const forgetIdle = () => {
    if (waiting.length === 0 && inUse === 0) servedAt.clear();
  };
  const releaseOnce = (userId: string): Release => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      count(userId, -1);
      serve();
    };
  };

  return {
    waiting: () => waiting.length,
    running: () => inUse,
    acquire: (userId, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const admission = admitWaiter(waiting, userId, mostWaiting);
        if (admission.kind === 'refuse') return reject(refused());
        if (admission.kind === 'displace') waiting.find(({ id }) => id === admission.waiter.id)?.leave(refused());
        lastId += 1;
        const settle = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          remove(entry);
        };
        const entry: Entry = {
          id: lastId,
          userId,
          enter: () => {
            settle();
            resolve(releaseOnce(userId));
          },
          leave: (reason) => {
            settle();
            reject(reason);
          },
        };
        const abort = () => entry.leave(signal.reason);
        const timer = setTimeout(() => entry.leave(refused()), longestWaitMs);
        signal.addEventListener('abort', abort, { once: true });
        waiting = [...waiting, entry];
        return serve();
      }),
  };
}
