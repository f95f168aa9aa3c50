import type { ScrubMoment } from '../preview/preview-wishes.ts';
import type { Pointed } from '../timeline/gesture.ts';
import type { LaneData } from '../timeline/lane.ts';
import { marksAt, type TimelineMark } from '../timeline/mark.ts';
import type { TimeScale } from '../timeline/time-scale.ts';

/** What is under the pointer. */
export interface Pointing {
  atMs: number;
  xPx: number;
  cameraId: string;
  lane: LaneData | undefined;
  marks: readonly TimelineMark[];
  moment: ScrubMoment;
}

interface PointingScene {
  scale: TimeScale;
  cameraIds: readonly string[];
  /** The camera whose previews are shown over the ruler. */
  activeId: string | undefined;
  marksByLane: readonly (readonly TimelineMark[])[];
  momentAt(atMs: number): ScrubMoment;
}

export function pointingAt(pointed: Pointed | undefined, scene: PointingScene): Pointing | undefined {
  if (!pointed) return undefined;
  const { cameraIds, activeId } = scene;
  const cameraId = pointed.lane === undefined ? activeId : cameraIds[pointed.lane];
  if (cameraId === undefined) return undefined;
  const { atMs, xPx } = pointed;
  const moment = scene.momentAt(atMs);
  const marks = marksAt(scene.marksByLane[cameraIds.indexOf(cameraId)] ?? [], scene.scale, atMs);
  return { atMs, xPx, cameraId, lane: moment.laneOf(cameraId), marks, moment };
}
