import type { Comparison, Entry, Figures, Result } from './harness.ts';
import { verdict } from './study.ts';

/** One entry as lines of text: both contenders, their ratios by speed and by cost, and whether each is what is wanted. */
export function reportOf(
  { name, title, wanted, wantedP95Ms }: Entry,
  contenders: Comparison,
  { ours, base, ratio }: Result,
): string {
  const byProcessor = base.cpuMicros / ours.cpuMicros;
  return [
    `${name}: ${title}`,
    row(['', 'per second', 'samples', 'p50 ms', 'p95 ms', 'p99 ms', 'cpu us each']),
    row([contenders.ours.title, ...cells(ours)]),
    row([contenders.base.title, ...cells(base)]),
    `  speed ${fixed(ratio.median)} of the baseline (half of the rounds ${fixed(ratio.lowerQuartile)} to ` +
      `${fixed(ratio.upperQuartile)}), required at least ${fixed(wanted.speed)}: ${verdict(ratio.median >= wanted.speed)}`,
    `  CPU time ${fixed(1 / byProcessor)} times that of the baseline, allowed at most ${fixed(1 / wanted.processor)}: ` +
      verdict(byProcessor >= wanted.processor),
    ...(wantedP95Ms === undefined ? [] : [tailLine(ours, wantedP95Ms)]),
  ].join('\n');
}

/** With too few samples for the percentile the slowest is compared, which is stricter. */
function tailLine({ p95Ms, slowestMs, count }: Figures, wantedMs: number): string {
  const [label, ms] = p95Ms === undefined ? [`slowest of ${count}`, slowestMs] : ['p95', p95Ms];
  return `  ${label} ${ms.toFixed(2)} ms, required under ${wantedMs}: ${verdict(ms < wantedMs)}`;
}

const fixed = (ratio: number) => ratio.toFixed(2);

const cell = (value: number | undefined): string => value?.toFixed(2) ?? 'too few';

const cells = ({ perSecond, count, p50Ms, p95Ms, p99Ms, cpuMicros }: Figures) => [
  perSecond.toFixed(perSecond < 10 ? 2 : 0),
  String(count),
  cell(p50Ms),
  cell(p95Ms),
  cell(p99Ms),
  cpuMicros.toFixed(1),
];

const row = ([title = '', ...columns]: string[]) =>
  `  ${title.padEnd(16)}${columns.map((column) => column.padStart(12)).join('')}`;
