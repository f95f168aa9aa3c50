import type { LaneData } from '../timeline/lane.ts';
import { previewGridMs, previewMoment } from './preview-grid.ts';
import type { PreviewWish } from './preview-store.ts';

export interface ScrubMoment {
  atMs: number;
  msPerPx: number;
  /** The timeline of each camera: there are previews only where there is footage. */
  laneOf(cameraId: string): LaneData | undefined;
}

/** In the direction of the pointer: where it will be next. */
const NEIGHBOURS = [0, 1, -1, 2, 3];

/** The prepared preview next to a moment, or `neighbour` steps from it; undefined where nothing was recorded. */
export function nearWish(cameraId: string, moment: ScrubMoment, neighbour = 0): PreviewWish | undefined {
  const gridMs = previewGridMs(moment.msPerPx);
  const runs = moment.laneOf(cameraId)?.runs ?? [];
  const atMs = previewMoment(moment.atMs + neighbour * gridMs, gridMs, runs);
  return atMs === undefined ? undefined : { cameraId, atMs, precision: 'near' };
}

export const exactWish = (cameraId: string, { atMs }: ScrubMoment): PreviewWish => ({
  cameraId,
  atMs: Math.round(atMs),
  precision: 'exact',
});

/** Of all cameras at the moment first, then around it. */
export const nearWishes = (cameraIds: readonly string[], moment: ScrubMoment, direction: number): PreviewWish[] =>
  NEIGHBOURS.map((step) => step * direction)
    .flatMap((neighbour) => cameraIds.map((id) => nearWish(id, moment, neighbour)))
    .filter((wish) => wish !== undefined);
