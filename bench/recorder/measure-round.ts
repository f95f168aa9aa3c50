import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../percentiles.ts';
import { PARTS, type Part, totalOf, type Use, type UseByPart } from './product-use.ts';

/** For one camera: CPU seconds a minute, and memory. */
export interface Round {
  bare: Use;
  product: UseByPart;
  cameras: number;
  minutes: number;
}

/** Both sides at the same time, so that other load affects both alike. */
export async function measureRounds(
  { product, bare }: { product: () => UseByPart; bare: () => Use },
  { cameras, rounds, roundMs, signal }: { cameras: number; rounds: number; roundMs: number; signal: AbortSignal },
): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    const [before, began] = [{ product: product(), bare: bare() }, performance.now()];
    await pause(roundMs);
    const after = { product: product(), bare: bare() };
    const parts = PARTS.map((part) => [part, difference(before.product[part], after.product[part])] as const);
    measured.push({
      product: Object.fromEntries(parts) as UseByPart,
      bare: difference(before.bare, after.bare),
      cameras,
      minutes: (performance.now() - began) / 60_000,
    });
  }
  return measured;
}

/** The CPU time between, and the memory after. */
const difference = (before: Use, after: Use): Use => ({
  cpuMs: after.cpuMs - before.cpuMs,
  pssBytes: after.pssBytes,
});

type Side = Part | 'product' | 'bare';

const useOf = ({ product, bare }: Round, side: Side): Use =>
  side === 'bare' ? bare : side === 'product' ? totalOf(product) : product[side];

const cpuSeconds = (round: Round, side: Side): number =>
  useOf(round, side).cpuMs / 1_000 / round.cameras / round.minutes;

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Of each round, so that load from outside that hits both sides cancels out. */
export const medianRatio = (rounds: readonly Round[], side: Side): number =>
  median(rounds.map((round) => cpuSeconds(round, side) / cpuSeconds(round, 'bare')));

export const medianPssBytes = (rounds: readonly Round[], side: Side): number =>
  median(rounds.map((round) => useOf(round, side).pssBytes));

/** The table of one measurement: the bare copies, the product, and each of its parts. */
export const tableOf = (rounds: readonly Round[]): string[] =>
  (['bare', 'product', ...PARTS] as const).map((side) => {
    const each = rounds.map((round) => cpuSeconds(round, side));
    const mib = medianPssBytes(rounds, side) / 2 ** 20;
    const spread = `${Math.min(...each).toFixed(3)} to ${Math.max(...each).toFixed(3)}`;
    const name = side === 'bare' ? 'bare ffmpeg' : side === 'product' ? 'whole product' : `  ${side}`;
    return (
      `    ${name.padEnd(22)} ${median(each).toFixed(3)} s of CPU time a camera-minute (${spread}), ` +
      `${(mib / (rounds[0]?.cameras ?? 1)).toFixed(1)} MiB a camera, ${mib.toFixed(0)} MiB in all`
    );
  });
