import { PATIENCE_MS } from './patience.ts';

/** The pause grows while nothing happens: each probe costs CPU time. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 60;

/**
 * Polls until the condition holds, with a generous limit. On a timeout the error contains the condition and what was `seen`.
 */
export async function until<T>(
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  seen?: () => unknown,
): Promise<T> {
  let pauseMs = FIRST_PAUSE_MS;
  for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs; ) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 1.2, LONGEST_PAUSE_MS);
  }
  const had = seen?.();
  throw new Error(['Not fulfilled in time:', probe, typeof had === 'string' ? had : JSON.stringify(had)].join('\n'));
}
