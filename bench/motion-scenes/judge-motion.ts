import { type MotionScene, SCENE_FPS, SCENE_WIDTH, SceneRenderer } from './motion-scenes.ts';

/** An alarm ends when nothing has moved for this long. */
const QUIET_S = 5;
/** Warm-up time of both methods. */
export const WARM_UP_S = 10;
/** A box further away than this does not belong to the subject. */
const MAX_DISTANCE_PX = 12;

export interface Tally {
  visits: number;
  found: number;
  falseAlarms: number;
}
export const newTally = (): Tally => ({ visits: 0, found: 0, falseAlarms: 0 });

export interface FrameVerdict {
  isMoving: boolean;
  /** From the left, as shares of the width; undefined if it is unknown. */
  reach?: { left: number; right: number };
}

/** Counts visits that were found, at the place of the subject where it is known, and alarms outside of visits. */
export function judgeMotion(scene: MotionScene, verdicts: readonly FrameVerdict[]): Tally {
  const renderer = new SceneRenderer(scene);
  const { visit } = renderer;
  let isFound = false;
  let falseAlarms = 0;
  let lastS = Number.NEGATIVE_INFINITY;
  verdicts.forEach(({ isMoving, reach }, n) => {
    const atS = n / SCENE_FPS;
    if (!isMoving || atS < WARM_UP_S) return;
    const isVisit = visit !== undefined && atS >= visit.fromS && atS <= visit.toS + QUIET_S;
    if (isVisit) isFound ||= isAt(renderer.subjectX(atS), reach);
    else if (atS - lastS > QUIET_S) falseAlarms += 1;
    lastS = atS;
  });
  return { visits: visit ? 1 : 0, found: isFound ? 1 : 0, falseAlarms };
}

function isAt(subjectX: number | undefined, reach: FrameVerdict['reach']): boolean {
  if (subjectX === undefined) return false;
  if (reach === undefined) return true;
  return (
    subjectX >= reach.left * SCENE_WIDTH - MAX_DISTANCE_PX && subjectX <= reach.right * SCENE_WIDTH + MAX_DISTANCE_PX
  );
}
