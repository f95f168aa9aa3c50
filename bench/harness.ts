import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { isEnoughFor, quantile } from './percentiles.ts';

export interface Sample {
  elapsedMs: number;
  /** One sample for each unit of work. */
  latency: RecordableHistogram;
  /** CPU time of everything that worked for it: the server, its children and the database. */
  cpuMs: number;
}

/** A percentile is missing if there are too few samples for it. */
export interface Figures {
  perSecond: number;
  count: number;
  p50Ms: number | undefined;
  p95Ms: number | undefined;
  p99Ms: number | undefined;
  slowestMs: number;
  /** Per unit of work; other programs disturb it far less than the speed. */
  cpuMicros: number;
}

/** One of the two contenders. */
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
  /** Title of the baseline. */
  title: string;
  /** Required shares of the baseline: of its speed, and of its CPU time. */
  wanted: { speed: number; processor: number };
  /** If a person waits for it: the limit for p95. */
  wantedP95Ms?: number;
  /** Replaces the usual rounds for work that takes seconds and is measured only a few times. */
  plans?: Record<Pace, Plan>;
  /** Whatever is opened is registered on the stack, which the harness unwinds. */
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
  /** Of one round and its neighbour, so that a slow phase of the machine affects both. */
  ratio: { median: number; lowerQuartile: number; upperQuartile: number };
}

/** Measures the two alternately, A B, B A, A B, ... in short rounds, so that both run under the same conditions. */
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

const perSecond = ({ latency, elapsedMs }: Sample) => (latency.count * 1000) / elapsedMs;

function figuresOf(samples: readonly Sample[]): Figures {
  // Over all rounds: a single one has too few samples for the slow end, and the kernel counts CPU time too coarsely.
  const latency = createHistogram();
  for (const sample of samples) latency.add(sample.latency);
  const atMs = (share: number) =>
    isEnoughFor(share, latency.count) ? latency.percentile(share * 100) / 1e6 : undefined;
  const cpuMs = samples.reduce((sum, sample) => sum + sample.cpuMs, 0);
  return {
    perSecond: quantile(samples.map(perSecond), 0.5),
    count: latency.count,
    p50Ms: atMs(0.5),
    p95Ms: atMs(0.95),
    p99Ms: atMs(0.99),
    slowestMs: latency.max / 1e6,
    cpuMicros: (cpuMs * 1000) / latency.count,
  };
}
