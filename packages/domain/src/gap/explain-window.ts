import type { Interval } from '../time/interval.ts';
import type { GapCause } from './gap-cause.ts';
import { GAP_REASONS, type GapReason, gapRank } from './gap-reason.ts';

export type LedgerEntry = Interval & ({ kind: 'recorded' } | { kind: 'gap'; reason: GapReason });

export interface LedgerFacts {
  /** Ends no later than what can be indexed already: the caller excludes the segment that is being written. */
  window: Interval;
  recorded: readonly Interval[];
  causes: readonly GapCause[];
  /** When a recorder was known to be running. */
  recorderAlive: readonly Interval[];
}

interface Edge {
  atMs: number;
  /** Index into the open counts: the reasons, then recorded, then alive. */
  lane: number;
  step: 1 | -1;
}

const RECORDED_LANE = GAP_REASONS.length;
const ALIVE_LANE = RECORDED_LANE + 1;

/**
 * Explains every millisecond of a window: recorded, or missing for exactly one reason. Without a known cause: a running
 * recorder that wrote nothing stalled; otherwise it was down.
 */
export function explainWindow({ window, recorded, causes, recorderAlive }: LedgerFacts): LedgerEntry[] {
  if (window.startMs >= window.endMs) return [];
  const edges = [
    ...recorded.flatMap((interval) => edgesOf(interval, RECORDED_LANE, window)),
    ...recorderAlive.flatMap((interval) => edgesOf(interval, ALIVE_LANE, window)),
    ...causes.flatMap(({ reason, startMs, endMs }) =>
      edgesOf({ startMs, endMs: endMs ?? window.endMs }, gapRank(reason), window),
    ),
  ].sort((a, b) => a.atMs - b.atMs);
  const open = new Array<number>(ALIVE_LANE + 1).fill(0);
  const entries: LedgerEntry[] = [];
  let at = window.startMs;
  for (const { atMs, lane, step } of edges) {
    if (atMs > at) append(entries, verdict(open), { startMs: at, endMs: atMs });
    at = atMs;
    open[lane] = (open[lane] ?? 0) + step;
  }
  if (at < window.endMs) append(entries, verdict(open), { startMs: at, endMs: window.endMs });
  return entries;
}

function edgesOf(interval: Interval, lane: number, window: Interval): Edge[] {
  const startMs = Math.max(interval.startMs, window.startMs);
  const endMs = Math.min(interval.endMs, window.endMs);
  if (startMs >= endMs) return [];
  return [
    { atMs: startMs, lane, step: 1 },
    { atMs: endMs, lane, step: -1 },
  ];
}

type Verdict = 'recorded' | GapReason;

function verdict(open: readonly number[]): Verdict {
  if (open[RECORDED_LANE]) return 'recorded';
  const strongest = GAP_REASONS.find((_, rank) => open[rank]);
  return strongest ?? (open[ALIVE_LANE] ? 'stalled' : 'recorder_down');
}

function append(entries: LedgerEntry[], what: Verdict, { startMs, endMs }: Interval): void {
  const last = entries.at(-1);
  if (last && last.endMs === startMs && (last.kind === 'recorded' ? 'recorded' : last.reason) === what) {
    last.endMs = endMs;
    return;
  }
  entries.push(what === 'recorded' ? { kind: what, startMs, endMs } : { kind: 'gap', reason: what, startMs, endMs });
}
