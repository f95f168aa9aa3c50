export interface Growth {
  /** Ratio of the sizes. */
  factor: number;
  /** How many times more CPU time the larger one takes. */
  timesMore: number;
  /** Of the larger one. */
  cpuMs: number;
}

const ROUNDS = 3;
const FACTOR = 8;
/** Below this the garbage collector and the compiler dominate, and nothing is slow. */
const NOTHING_MS = 100;

/**
 * How the CPU time of some work grows with the size of its input. The minimum of several runs counts, because any disturbance
 * makes a run longer. Linear work takes 8 times as much for 8 times the size, quadratic work 64 times. Choose the size so that
 * a quadratic search through 8 times as much takes a second: some 32,000 characters.
 */
export function measureGrowth<T>(make: (size: number) => T, work: (input: T) => unknown, size: number): Growth {
  const [small, large] = [make(size), make(size * FACTOR)];
  const cpuMs = leastCpuMs(() => work(large));
  if (cpuMs < NOTHING_MS) return { factor: FACTOR, timesMore: 1, cpuMs };
  return {
    factor: FACTOR,
    timesMore:
      cpuMs /
      Math.max(
        leastCpuMs(() => work(small)),
        0.1,
      ),
    cpuMs,
  };
}

/** The geometric middle between linear and quadratic. */
export const isAboutLinear = ({ factor, timesMore }: Growth): boolean => timesMore < factor ** 1.5;

/** Of this thread only: time of other processes does not count. */
function leastCpuMs(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= NOTHING_MS; round += 1) {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
