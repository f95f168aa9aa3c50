import type { Clock } from './clock.ts';

/** Asks once for all who ask at the same time, and again only when the answer is older than this. A failure is not kept. */
export function remembered<T>(forMs: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; atMs: number } | undefined;
  return () => {
    const nowMs = clock.now();
    // A clock that was set back makes an answer old as well.
    if (kept && nowMs >= kept.atMs && nowMs - kept.atMs < forMs) return kept.answer;
    const fresh = { answer: ask(), atMs: nowMs };
    kept = fresh;
    fresh.answer.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh.answer;
  };
}
