import { failOpenAt } from './fail-open.ts';
import { type KeepCause, LATE_SIGNAL_MS, type MotionState, type Span } from './motion-state.ts';

export interface FragmentTimes {
  startMs: number;
  endMs: number;
}

/** `wait`: motion that is reported late may still keep it. */
export type FragmentVerdict = 'keep' | 'wait' | 'drop';

/** More than the inaccuracy of the times of fragments. */
const AHEAD_MS = 5_000;
const CAUSES: readonly KeepCause[] = ['motion', 'fail-open'];

/** Decides about a fragment with everything known so far. A fragment that is kept once is never dropped later. */
export function judgeFragment(state: MotionState, fragment: FragmentTimes): FragmentVerdict {
  const { preMs, postMs } = state.settings;
  const isWanted = CAUSES.some((cause) =>
    state.spans[cause].some((span) => touches(span, fragment, { preMs, postMs })),
  );
  if (isWanted) return 'keep';
  // The clock was set back while it waited. It would wait until the clock has caught up.
  if (fragment.startMs > state.nowMs + AHEAD_MS) return 'keep';
  return state.nowMs - fragment.endMs > preMs + LATE_SIGNAL_MS ? 'drop' : 'wait';
}

/** Whether there was motion during the fragment, without pre- and post-roll. */
export const showsMotion = (state: MotionState, fragment: FragmentTimes): boolean =>
  state.spans.motion.some((span) => touches(span, fragment, { preMs: 0, postMs: 0 }));

/** Why everything is kept; undefined while the sources work. */
export const failOpenReason = ({ health, nowMs, startedMs }: MotionState): string | undefined =>
  failOpenAt(health, nowMs, startedMs)?.reason;

const touches = (
  { fromMs, toMs }: Span,
  { startMs, endMs }: FragmentTimes,
  { preMs, postMs }: { preMs: number; postMs: number },
): boolean => endMs > fromMs - preMs && (toMs === null || startMs < toMs + postMs);
