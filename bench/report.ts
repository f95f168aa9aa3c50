import type { Comparison, Entry, Figures, Result } from './harness.ts';

/** One entry as lines of text: both contenders, their ratio, and whether it is what is wanted. */
export function reportOf(
  { name, title, wantedRatio, judgedByProcessor = false }: Entry,
  contenders: Comparison,
  { ours, base, ratio }: Result,
): string {
  const byProcessor = base.cpuMicros / ours.cpuMicros;
  const verdict = (judgedByProcessor ? byProcessor : ratio.median) >= wantedRatio ? 'PASS' : 'FAIL';
  return [
    `${name}: ${title}`,
    row(['', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'cpu us each']),
    row([contenders.ours.title, ...cells(ours)]),
    row([contenders.base.title, ...cells(base)]),
    `  ratio ${fixed(ratio.median)} (half of the rounds ${fixed(ratio.lowerQuartile)} to ${fixed(ratio.upperQuartile)}), ` +
      `by processor time ${fixed(byProcessor)}; wanted at least ${fixed(wantedRatio)} ` +
      `${judgedByProcessor ? 'by processor time' : 'by speed'}: ${verdict}`,
  ].join('\n');
}

const fixed = (ratio: number) => ratio.toFixed(2);

const cells = ({ perSecond, p50Ms, p95Ms, p99Ms, cpuMicros }: Figures) => [
  perSecond.toFixed(0),
  p50Ms.toFixed(2),
  p95Ms.toFixed(2),
  p99Ms.toFixed(2),
  cpuMicros.toFixed(1),
];

const row = ([title = '', ...columns]: string[]) =>
  `  ${title.padEnd(16)}${columns.map((column) => column.padStart(12)).join('')}`;
