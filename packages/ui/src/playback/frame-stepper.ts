const GUESS_SECONDS = 1 / 25;
const LEAST_SECONDS = 1 / 120;
const MOST_SECONDS = 1;

export interface FrameStepper {
  /** Learns from every picture a video shows how far apart they lie; until then goes by what is told of the camera. */
  watch(video: HTMLVideoElement, toldSeconds: () => number | undefined): () => void;
  /** Where in its media the picture begins that a video shows; undefined until it has shown one. */
  pictureSeconds(video: HTMLVideoElement): number | undefined;
  /** How far apart pictures lie in the video that has the most. */
  frameMs(): number;
  /** The moment to show the next picture, or the one before. */
  target(from: StepFrom): number;
}

export interface StepFrom {
  atMs: number;
  /** When the picture begins that was shown last; undefined where that is not known. */
  pictureMs: number | undefined;
  /** Sent to this moment, and not come to it by playing: the picture of it may still be under way. */
  isPlaced: boolean;
  direction: 1 | -1;
}

/** Distances between neighbouring pictures of one video, smallest first: a dropped picture only ever makes one larger. */
export function createFrameStepper(): FrameStepper {
  const seen = new Map<HTMLVideoElement, Seen>();
  const frameMs = () => {
    const known = [...seen.values()]
      .map(({ leastSeconds, toldSeconds }) => leastSeconds ?? toldSeconds())
      .filter((one) => one !== undefined);
    return 1000 * (known.length === 0 ? GUESS_SECONDS : Math.min(...known));
  };
  return {
    watch: (video, toldSeconds) => {
      const own: Seen = { lastSeconds: undefined, leastSeconds: undefined, toldSeconds };
      seen.set(video, own);
      // Its next media has times of its own.
      const forget = () => {
        own.lastSeconds = undefined;
      };
      video.addEventListener('emptied', forget);
      const stopCounting = countPictures(video, own);
      return () => {
        stopCounting();
        video.removeEventListener('emptied', forget);
        seen.delete(video);
      };
    },
    pictureSeconds: (video) => seen.get(video)?.lastSeconds,
    frameMs,
    // Into the middle of it: times are rounded, and a hair before its beginning the old picture would stay.
    target: (from) => beginOf(from, frameMs()) + (from.direction + 0.5) * frameMs(),
  };
}

interface Seen {
  lastSeconds: number | undefined;
  leastSeconds: number | undefined;
  toldSeconds: () => number | undefined;
}

function countPictures(video: HTMLVideoElement, own: Seen): () => void {
  if (!('requestVideoFrameCallback' in video)) return () => undefined;
  let handle = 0;
  const note = (_now: number, { mediaTime }: { mediaTime: number }) => {
    const apart = Math.abs(mediaTime - (own.lastSeconds ?? mediaTime));
    const isNeighbour = !video.paused && apart >= LEAST_SECONDS && apart <= MOST_SECONDS && video.playbackRate <= 1.2;
    if (isNeighbour) own.leastSeconds = Math.min(apart, own.leastSeconds ?? apart);
    own.lastSeconds = mediaTime;
    handle = video.requestVideoFrameCallback(note);
  };
  handle = video.requestVideoFrameCallback(note);
  return () => video.cancelVideoFrameCallback(handle);
}

/**
 * Of the picture to step from. A step lands in the middle of a picture, so while that one is not shown yet it is known all
 * the same, and keys pressed faster than pictures come each count.
 */
function beginOf({ atMs, pictureMs, isPlaced }: StepFrom, frameMs: number): number {
  const isShown = pictureMs !== undefined && (!isPlaced || (pictureMs <= atMs && atMs < pictureMs + frameMs));
  return isShown ? pictureMs : atMs - frameMs / 2;
}
