const PER_CAMERA = 100;
const PER_USER = 64;
const PER_SERVER = 400;

/** Returns how to give the place back, or undefined when there is none. */
export type TakePlace = (viewer: { cameraId: string; userId: string }) => (() => void) | undefined;

/** Counts who watches what, so that nobody can take it all. */
export function createWatchLimits(): TakePlace {
  const counts = new Map<string, number>();
  let total = 0;
  const count = (key: string) => counts.get(key) ?? 0;
  const change = (key: string, by: number) => {
    const now = count(key) + by;
    if (now === 0) counts.delete(key);
    else counts.set(key, now);
  };

  return ({ cameraId, userId }) => {
    const [camera, user] = [`camera ${cameraId}`, `user ${userId}`];
    if (total >= PER_SERVER || count(camera) >= PER_CAMERA || count(user) >= PER_USER) return undefined;
    const by = (step: 1 | -1) => {
      total += step;
      change(camera, step);
      change(user, step);
    };
    by(1);
    let isHeld = true;
    return () => {
      if (isHeld) by(-1);
      isHeld = false;
    };
  };
}
