import { createPlaces } from '@holdfast/kit';

const PER_CAMERA = 100;
const PER_USER = 64;
const PER_SERVER = 400;

/** Returns a function that gives the place back, or undefined when there is none. */
export type TakePlace = (viewer: { cameraId: string; userId: string }) => (() => void) | undefined;

/** Limits viewers per camera, user and server, so that no user can take all places. */
export function createWatchLimits(): TakePlace {
  const take = createPlaces();
  return ({ cameraId, userId }) =>
    take([
      { key: 'server', most: PER_SERVER },
      { key: `camera ${cameraId}`, most: PER_CAMERA },
      { key: `user ${userId}`, most: PER_USER },
    ]);
}
