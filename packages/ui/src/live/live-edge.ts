/** Where a player stands in what it has, in seconds of media. */
export interface EdgeFacts {
  positionS: number;
  startS: number;
  endS: number;
}

export type EdgeMove = { kind: 'play'; rate: number } | { kind: 'jump'; toS: number };

// Less would run dry between two frames of a camera that sends few.
const CLOSE_S = 0.35;
const HURRY_S = 0.7;
const JUMP_S = 2;
const LARGEST_RATE = 1.15;
/** A player that runs out of media stops a little beyond its end: there it waits for more. */
const RAN_DRY_S = 1;

/** How to stay with the present: hurry imperceptibly when a little behind, jump when far. */
export function chaseEdge({ positionS, startS, endS }: EdgeFacts): EdgeMove {
  const behindS = endS - positionS;
  // Behind what is kept, or far ahead of all there is: the first bytes of a stream that began long ago, or a media clock that
  // was set back. Just beyond the end nothing is done: a jump back would replay old pictures and make a frozen stream move.
  if (positionS < startS || behindS < -RAN_DRY_S || behindS > JUMP_S)
    return { kind: 'jump', toS: Math.max(startS, endS - CLOSE_S) };
  if (behindS <= HURRY_S) return { kind: 'play', rate: 1 };
  const urgency = (behindS - HURRY_S) / (JUMP_S - HURRY_S);
  return { kind: 'play', rate: 1 + (LARGEST_RATE - 1) * (0.4 + 0.6 * urgency) };
}

const KEPT_S = 6;
const TRIM_FROM_S = 12;

/** Up to where what was played can be forgotten; undefined while that is not worth it. */
export const trimBefore = ({ positionS, startS }: EdgeFacts): number | undefined =>
  positionS - startS > TRIM_FROM_S ? positionS - KEPT_S : undefined;
