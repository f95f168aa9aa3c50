import { createPlaces } from '@holdfast/kit';

const PER_CAMERA = 100;
const PER_USER = 64;
const PER_SERVER = 400;

/** Returns how to give the place back, or undefined when there is none. */
export type TakePlace = (viewer: { cameraId: string; userId: string }) => (() => void) | undefined;

/** Counts who watches what, so that nobody can take it all. */
export function createWatchLimits(): TakePlace {
  const take = createPlaces();
  return ({ cameraId, userId }) =>
    take([
      { key: 'server', most: PER_SERVER },
      { key: `camera ${cameraId}`, most: PER_CAMERA },
      { key: `user ${userId}`, most: PER_USER },
    ]);
}
