export interface Sample {
  count: number;
  elapsedMs: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** Processor time that the measured process used. */
  cpuMs: number;
}

export interface Figures {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** For each piece of work; other programs on the machine disturb it far less than they disturb the speed. */
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
  /** Where the price is what counts: the share of the base's processor time is judged instead of its speed. */
  judgedByProcessor?: boolean;
  /** Where the usual rounds do not fit: work that takes seconds is measured a few times. */
  plans?: Record<Pace, Plan>;
  /** Whatever is opened goes on the stack, which the harness unwinds. */
  prepare(resources: AsyncDisposableStack, pace: Pace): Promise<Comparison>;
}

export type Pace = 'full' | 'quick';

export interface Plan {
  warmUpMs: number;
  rounds: number;
  roundMs: number;
}

export interface Result {
  ours: Figures;
  base: Figures;
  /** Of one round against its neighbour, so that a slow spell of the machine meets both. */
  ratio: { median: number; lowerQuartile: number; upperQuartile: number };
}

/** Measures the two in turns, A B, B A, A B, ... in rounds so short that both meet the same weather. */
export async function compare(
  { ours, base }: Comparison,
  { warmUpMs, rounds, roundMs }: Plan,
  signal: AbortSignal,
): Promise<Result> {
  if (warmUpMs > 0) for (const contender of [ours, base, ours, base]) await contender.measure(warmUpMs / 2);
  const samples: { ours: Sample[]; base: Sample[] } = { ours: [], base: [] };
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    const first = round % 2 === 0 ? 'ours' : 'base';
    for (const turn of [first, first === 'ours' ? 'base' : 'ours'] as const)
      samples[turn].push(await { ours, base }[turn].measure(roundMs));
  }
  const ratios = samples.ours.map((sample, round) => perSecond(sample) / perSecond(samples.base[round]!));
  return {
    ours: figuresOf(samples.ours),
    base: figuresOf(samples.base),
    ratio: {
      median: quantile(ratios, 0.5),
      lowerQuartile: quantile(ratios, 0.25),
      upperQuartile: quantile(ratios, 0.75),
    },
  };
}

const perSecond = ({ count, elapsedMs }: Sample) => (count * 1000) / elapsedMs;

const figuresOf = (samples: readonly Sample[]): Figures => ({
  perSecond: quantile(samples.map(perSecond), 0.5),
  p50Ms: quantile(
    samples.map(({ p50Ms }) => p50Ms),
    0.5,
  ),
  p95Ms: quantile(
    samples.map(({ p95Ms }) => p95Ms),
    0.5,
  ),
  p99Ms: quantile(
    samples.map(({ p99Ms }) => p99Ms),
    0.5,
  ),
  // Over all rounds: the kernel's count is too coarse for a single one.
  cpuMicros: (sum(samples.map(({ cpuMs }) => cpuMs)) * 1000) / sum(samples.map(({ count }) => count)),
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
