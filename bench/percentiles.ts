/** A percentile is meaningful only if enough samples are beyond it. */
const SAMPLES_BEYOND = 5;

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** Whether there are enough samples for this percentile: 100 for the 95th, 500 for the 99th. */
export const isEnoughFor = (share: number, count: number): boolean =>
  Math.round(count * (1 - share) * 1_000) >= SAMPLES_BEYOND * 1_000;

export interface Tail {
  label: string;
  value: number;
}

/** The value compared with the limit: the 95th percentile, or with few samples the slowest, which is stricter. */
export const tailOf = (values: readonly number[]): Tail =>
  isEnoughFor(0.95, values.length)
    ? { label: `p95 of ${values.length}`, value: quantile(values, 0.95) }
    : { label: `slowest of ${values.length}`, value: Math.max(...values) };
