/** Playback position and buffered range, in seconds of media time. */
export interface EdgeFacts {
  positionS: number;
  startS: number;
  endS: number;
}

export type EdgeMove = { kind: 'play'; rate: number } | { kind: 'jump'; toS: number };

// With less buffer, a camera with a low frame rate would stall between two frames.
const CLOSE_S = 0.35;
const HURRY_S = 0.7;
const JUMP_S = 2;
const MAX_RATE = 1.15;
/** A player that runs out of media stops slightly past the end of the buffer and waits there. */
const RAN_DRY_S = 1;

/** Follows the live edge: imperceptibly faster playback for a small lag, a jump for a large one. */
export function chaseEdge({ positionS, startS, endS }: EdgeFacts): EdgeMove {
  const behindS = endS - positionS;
  // Before the buffer or far past its end: the first bytes of a stream that started long ago, or a media clock that
  // was set back. Slightly past the end it waits: a jump back would replay old frames and make a frozen stream move.
  if (positionS < startS || behindS < -RAN_DRY_S || behindS > JUMP_S)
    return { kind: 'jump', toS: Math.max(startS, endS - CLOSE_S) };
  if (behindS <= HURRY_S) return { kind: 'play', rate: 1 };
  const urgency = (behindS - HURRY_S) / (JUMP_S - HURRY_S);
  return { kind: 'play', rate: 1 + (MAX_RATE - 1) * (0.4 + 0.6 * urgency) };
}

const KEPT_S = 6;
const TRIM_FROM_S = 12;

/** End of the played media that can be removed; undefined while it is too little to bother. */
export const trimBefore = ({ positionS, startS }: EdgeFacts): number | undefined =>
  positionS - startS > TRIM_FROM_S ? positionS - KEPT_S : undefined;
