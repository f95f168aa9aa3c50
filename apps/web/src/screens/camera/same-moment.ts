/** A picture is as old as the keyframe before it, and a new one is fetched every second. */
const TOLERANCE_MS = 3_000;

/** Whether what was seen at one moment may be drawn over a picture of another: on an older one it would be out of place. */
export const isSameMoment = (seenMs: number, pictureMs: number): boolean =>
  Math.abs(seenMs - pictureMs) <= TOLERANCE_MS;
