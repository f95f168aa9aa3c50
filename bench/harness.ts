export interface Sample {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** Processor time of the measured process for each piece of work: less disturbed by what else the machine does. */
  cpuMicros: number;
}

/** One of the two that are compared. */
export interface Contender {
  title: string;
  measure(durationMs: number): Promise<Sample>;
}

export interface Comparison {
  ours: Contender;
  base: Contender;
}

export interface Entry {
  name: string;
  title: string;
  /** The share of the base's speed that ours is to reach. */
  wantedRatio: number;
  /** Whatever is opened goes on the stack, which the harness unwinds. */
  prepare(resources: AsyncDisposableStack): Promise<Comparison>;
}

export interface Plan {
  warmUpMs: number;
  rounds: number;
  roundMs: number;
}

export interface Result {
  ours: Sample;
  base: Sample;
  /** Of one round against its neighbour, so that a slow spell of the machine meets both. */
  ratios: { median: number; lowest: number; highest: number };
}

/** Measures the two in turns and takes medians: A B, B A, A B, ... */
export async function compare({ ours, base }: Comparison, { warmUpMs, rounds, roundMs }: Plan): Promise<Result> {
  for (const contender of [ours, base, ours, base]) await contender.measure(warmUpMs / 2);
  const pairs: { ours: Sample; base: Sample }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = await (round % 2 === 0 ? ours : base).measure(roundMs);
    const second = await (round % 2 === 0 ? base : ours).measure(roundMs);
    pairs.push(round % 2 === 0 ? { ours: first, base: second } : { ours: second, base: first });
  }
  const ratios = pairs.map((pair) => pair.ours.perSecond / pair.base.perSecond);
  return {
    ours: medianSample(pairs.map((pair) => pair.ours)),
    base: medianSample(pairs.map((pair) => pair.base)),
    ratios: { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) },
  };
}

const medianSample = (samples: readonly Sample[]): Sample => ({
  perSecond: median(samples.map(({ perSecond }) => perSecond)),
  p50Ms: median(samples.map(({ p50Ms }) => p50Ms)),
  p95Ms: median(samples.map(({ p95Ms }) => p95Ms)),
  p99Ms: median(samples.map(({ p99Ms }) => p99Ms)),
  cpuMicros: median(samples.map(({ cpuMicros }) => cpuMicros)),
});

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
