/**
 * Doubles from `minMs` to `maxMs` and takes a random part of the upper half, so that clients that failed together do not all
 * retry together. `attempt` counts from 0.
 */
export const backoffMs = (options: {
  attempt: number;
  minMs: number;
  maxMs: number;
  random?: () => number;
}): number => {
  const { attempt, minMs, maxMs, random = Math.random } = options;
  const ceilingMs = Math.min(maxMs, minMs * 2 ** Math.min(attempt, 40));
  return Math.round(Math.max(minMs, ceilingMs * (0.5 + random() / 2)));
};
