import type { Comparison, Entry, Result, Sample } from './harness.ts';

/** One entry as lines of text: both contenders, their ratio, and whether it is what is wanted. */
export function reportOf(
  { name, title, wantedRatio }: Entry,
  { ours, base }: Comparison,
  { ours: oursSample, base: baseSample, ratios }: Result,
): string {
  const reached = ratios.median >= wantedRatio;
  return [
    `${name}: ${title}`,
    row(['', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'cpu us each']),
    row([ours.title, ...figures(oursSample)]),
    row([base.title, ...figures(baseSample)]),
    `  ratio ${ratios.median.toFixed(2)} (rounds ${ratios.lowest.toFixed(2)} to ${ratios.highest.toFixed(2)}), ` +
      `wanted at least ${wantedRatio.toFixed(2)}: ${reached ? 'PASS' : 'FAIL'}`,
  ].join('\n');
}

const figures = ({ perSecond, p50Ms, p95Ms, p99Ms, cpuMicros }: Sample) => [
  perSecond.toFixed(0),
  p50Ms.toFixed(2),
  p95Ms.toFixed(2),
  p99Ms.toFixed(2),
  cpuMicros.toFixed(0),
];

const row = ([title = '', ...cells]: string[]) =>
  `  ${title.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join('')}`;
