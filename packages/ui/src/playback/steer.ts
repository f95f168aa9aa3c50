export interface PaneState {
  /** The displayed moment; undefined before the first picture. */
  shownMs: number | undefined;
  /** Whether it has enough media to continue. */
  isReady: boolean;
  isSeeking: boolean;
}

export type Steering =
  | { kind: 'keep'; playbackRate: number }
  /** Too far off to catch up. */
  | { kind: 'seek' }
  | { kind: 'wait' };

const IN_STEP_MS = 30;
/** Time in which a small offset is corrected. */
const CORRECT_WITHIN_MS = 1_500;
const MAX_TRIM = 0.12;

/** Offset beyond which a pane jumps; larger at high speeds, where a seek costs more time. */
export const jumpBeyondMs = (rate: number): number => 350 + 250 * Math.abs(rate);

/** Keeps a pane in sync with the clock: slightly faster or slower playback, or a seek. */
export function steer(pane: PaneState, wantedMs: number, rate: number): Steering {
  if (pane.isSeeking) return { kind: 'wait' };
  if (pane.shownMs === undefined) return { kind: 'seek' };
  const aheadMs = pane.shownMs - wantedMs;
  if (Math.abs(aheadMs) > jumpBeyondMs(rate)) return { kind: 'seek' };
  if (Math.abs(aheadMs) <= IN_STEP_MS * Math.max(1, rate)) return { kind: 'keep', playbackRate: rate };
  const trim = Math.min(MAX_TRIM, Math.max(-MAX_TRIM, -aheadMs / (CORRECT_WITHIN_MS * Math.max(1, rate))));
  return { kind: 'keep', playbackRate: Math.min(16, rate * (1 + trim)) };
}

export interface PaneReadiness {
  /** Whether there is footage at this moment; undefined until the playlist is loaded. */
  hasFootage: boolean | undefined;
  isReady: boolean;
}

export type ClockOrder = 'run' | 'hold' | 'skip';

/** After a jump all panes wait for the slowest, at most this long. */
export const MAX_WAIT_MS = 4_000;

/**
 * Whether the clock may run. It starts when every pane has its picture and keeps running while at least one has: a camera
 * that stutters must not stop the others. Time without footage of any camera is skipped.
 */
export function orderClock(panes: readonly PaneReadiness[], { waitedMs, hasRun }: ClockFacts): ClockOrder {
  if (panes.length === 0) return 'hold';
  if (panes.every(({ hasFootage }) => hasFootage === false)) return 'skip';
  const waiting = panes.filter(({ hasFootage, isReady }) => hasFootage !== false && !isReady);
  if (waiting.length === 0) return 'run';
  const playing = panes.some(({ hasFootage, isReady }) => hasFootage === true && isReady);
  return playing && (hasRun || waitedMs > MAX_WAIT_MS) ? 'run' : 'hold';
}

interface ClockFacts {
  /** Since the last jump or stop. */
  waitedMs: number;
  /** The clock has run since the last jump. */
  hasRun: boolean;
}
