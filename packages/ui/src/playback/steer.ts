export interface PaneState {
  /** The moment its picture shows; undefined before it has one. */
  shownMs: number | undefined;
  /** Has it enough media to go on? */
  isReady: boolean;
  isSeeking: boolean;
}

export type Steering =
  | { kind: 'keep'; playbackRate: number }
  /** So far off that only a jump helps. */
  | { kind: 'seek' }
  | { kind: 'wait' };

const IN_STEP_MS = 30;
/** How soon a pane that is a little off should be back in step. */
const MEND_WITHIN_MS = 1_500;
const MOST_TRIM = 0.12;

/** Further off than this a pane jumps; at high speeds a jump costs more than it mends, so they are given more. */
export const jumpBeyondMs = (rate: number): number => 350 + 250 * Math.abs(rate);

/** How one pane keeps up with the clock: a little faster or slower while that will do. */
export function steer(pane: PaneState, wantedMs: number, rate: number): Steering {
  if (pane.isSeeking) return { kind: 'wait' };
  if (pane.shownMs === undefined) return { kind: 'seek' };
  const aheadMs = pane.shownMs - wantedMs;
  if (Math.abs(aheadMs) > jumpBeyondMs(rate)) return { kind: 'seek' };
  if (Math.abs(aheadMs) <= IN_STEP_MS * Math.max(1, rate)) return { kind: 'keep', playbackRate: rate };
  const trim = Math.min(MOST_TRIM, Math.max(-MOST_TRIM, -aheadMs / (MEND_WITHIN_MS * Math.max(1, rate))));
  return { kind: 'keep', playbackRate: Math.min(16, rate * (1 + trim)) };
}

export interface PaneStanding {
  /** Whether there is footage at this moment; undefined until its playlist is here. */
  hasFootage: boolean | undefined;
  isReady: boolean;
}

export type ClockOrder = 'run' | 'hold' | 'skip';

/** After a jump all panes wait for the slowest, but not for ever. */
export const MOST_WAIT_MS = 4_000;

/**
 * Whether the clock may go on. It begins when every pane has its picture, and goes on while one of them has: a camera that
 * stutters must not stop the others. Where no camera has footage there is nothing to watch.
 */
export function orderClock(panes: readonly PaneStanding[], { waitedMs, isUnderWay }: ClockFacts): ClockOrder {
  if (panes.length === 0) return 'hold';
  if (panes.every(({ hasFootage }) => hasFootage === false)) return 'skip';
  const waiting = panes.filter(({ hasFootage, isReady }) => hasFootage !== false && !isReady);
  if (waiting.length === 0) return 'run';
  const playing = panes.some(({ hasFootage, isReady }) => hasFootage === true && isReady);
  return playing && (isUnderWay || waitedMs > MOST_WAIT_MS) ? 'run' : 'hold';
}

interface ClockFacts {
  /** Since the last jump, or since the panes last stood. */
  waitedMs: number;
  /** The clock has run since the last jump. */
  isUnderWay: boolean;
}
