import type { Span } from './lane.ts';
import { laneTop, type TimelineLayout } from './layout.ts';
import { type TimeScale, timeAt, xOf } from './time-scale.ts';

export type Hit =
  | { kind: 'playhead' }
  | { kind: 'range-edge'; edge: 'start' | 'end' }
  | { kind: 'ruler' }
  | { kind: 'lane'; lane: number }
  | { kind: 'nothing' };

interface Touched {
  xPx: number;
  yPx: number;
  scale: TimeScale;
  layout: TimelineLayout;
  playheadMs: number;
  range: Span | undefined;
  /** Half the width of a grab area: a finger needs more than a mouse. */
  reachPx: number;
}

/** The item under a pointer. The playhead has priority, then the edges of the range, then the lanes. */
export function hitTest({ xPx, yPx, scale, layout, playheadMs, range, reachPx }: Touched): Hit {
  if (yPx < 0 || yPx > layout.heightPx) return { kind: 'nothing' };
  if (Math.abs(xOf(scale, playheadMs) - xPx) <= reachPx) return { kind: 'playhead' };
  if (range) {
    const edges = (['start', 'end'] as const)
      .map((edge) => ({ edge, awayPx: Math.abs(xOf(scale, range[`${edge}Ms`]) - xPx) }))
      .filter(({ awayPx }) => awayPx <= reachPx)
      .sort((a, b) => a.awayPx - b.awayPx);
    if (edges[0]) return { kind: 'range-edge', edge: edges[0].edge };
  }
  if (yPx < layout.rulerPx) return { kind: 'ruler' };
  const lane = Math.floor((yPx - layout.rulerPx) / layout.lanePx);
  return lane < layout.lanes && yPx >= laneTop(layout, lane) ? { kind: 'lane', lane } : { kind: 'nothing' };
}

/** Snaps a click to a nearby start or end of footage. */
export function snapToEdges(scale: TimeScale, xPx: number, runs: readonly Span[], reachPx = 5): number {
  const atMs = timeAt(scale, xPx);
  const reachMs = timeAt(scale, xPx + reachPx) - atMs;
  let best = atMs;
  let awayMs = reachMs;
  for (const { startMs, endMs } of runs) {
    // The last moment of a run has a picture, its end has none.
    for (const edgeMs of [startMs, Math.max(startMs, endMs - 200)])
      if (Math.abs(edgeMs - atMs) < awayMs) {
        best = edgeMs;
        awayMs = Math.abs(edgeMs - atMs);
      }
  }
  return best;
}
