import type { Clock } from '@holdfast/kit';

/** Caches an answer for `forMs`; concurrent callers share one call. A failure is not cached. */
export function remembered<T>(forMs: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; atMs: number } | undefined;
  return () => {
    const nowMs = clock.now();
    // After the clock was set back, the age is unknown.
    if (kept && nowMs >= kept.atMs && nowMs - kept.atMs < forMs) return kept.answer;
    const fresh = { answer: ask(), atMs: nowMs };
    kept = fresh;
    fresh.answer.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh.answer;
  };
}
