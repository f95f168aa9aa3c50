// The last seconds are still being written.
const BEFORE_NOW_MS = 15_000;

/** Link to playback shortly before now. */
export const playbackNow = (cameraId: string, nowMs: number) => playbackAt(cameraId, nowMs - BEFORE_NOW_MS);

export const playbackAt = (cameraId: string, atMs: number) =>
  ({ to: '/playback', search: { cameras: cameraId, at: new Date(Math.round(atMs)).toISOString() } }) as const;
