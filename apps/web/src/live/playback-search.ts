// The last seconds are still being written: a moment before now there is something to see.
const BEFORE_NOW_MS = 15_000;

/** The way into playback at what was just seen. */
export const playbackNow = (cameraId: string, nowMs: number): string =>
  playbackAt(cameraId, new Date(nowMs - BEFORE_NOW_MS).toISOString());

export const playbackAt = (cameraId: string, at: string): string =>
  `/playback?${new URLSearchParams({ cameras: cameraId, at })}`;
