const GUESS_SECONDS = 1 / 25;
const MIN_SECONDS = 1 / 120;
const MAX_SECONDS = 1;

export interface FrameStepper {
  /** Measures the frame interval from the displayed pictures; until then uses the reported one. */
  watch(video: HTMLVideoElement, reportedSeconds: () => number | undefined): () => void;
  /** Media time of the displayed picture; undefined before the first one. */
  pictureSeconds(video: HTMLVideoElement): number | undefined;
  /** Frame interval of the video with the highest frame rate. */
  frameMs(): number;
  /** The moment to seek to for the next or previous picture. */
  target(from: StepFrom): number;
}

export interface StepFrom {
  atMs: number;
  /** Start of the displayed picture; undefined where unknown. */
  pictureMs: number | undefined;
  /** Reached by a seek and not by playing: its picture may not be displayed yet. */
  isFromSeek: boolean;
  direction: 1 | -1;
}

/** Uses the smallest distance between displayed pictures, because a dropped picture only makes a distance larger. */
export function createFrameStepper(): FrameStepper {
  const seen = new Map<HTMLVideoElement, Seen>();
  const frameMs = () => {
    const known = [...seen.values()]
      .map(({ minSeconds, reportedSeconds }) => minSeconds ?? reportedSeconds())
      .filter((one) => one !== undefined);
    return 1000 * (known.length === 0 ? GUESS_SECONDS : Math.min(...known));
  };
  return {
    watch: (video, reportedSeconds) => {
      const own: Seen = { lastSeconds: undefined, minSeconds: undefined, reportedSeconds };
      seen.set(video, own);
      // The next media has another timeline.
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
    // The middle of the picture: with rounded times its start could still show the previous one.
    target: (from) => startOfPicture(from, frameMs()) + (from.direction + 0.5) * frameMs(),
  };
}

interface Seen {
  lastSeconds: number | undefined;
  minSeconds: number | undefined;
  reportedSeconds: () => number | undefined;
}

function countPictures(video: HTMLVideoElement, own: Seen): () => void {
  if (!('requestVideoFrameCallback' in video)) return () => undefined;
  let handle = 0;
  const note = (_now: number, { mediaTime }: { mediaTime: number }) => {
    const apart = Math.abs(mediaTime - (own.lastSeconds ?? mediaTime));
    const isNeighbour = !video.paused && apart >= MIN_SECONDS && apart <= MAX_SECONDS && video.playbackRate <= 1.2;
    if (isNeighbour) own.minSeconds = Math.min(apart, own.minSeconds ?? apart);
    own.lastSeconds = mediaTime;
    handle = video.requestVideoFrameCallback(note);
  };
  handle = video.requestVideoFrameCallback(note);
  return () => video.cancelVideoFrameCallback(handle);
}

/**
 * Start of the picture to step from. A step lands in the middle of a picture, so its start is known before it is displayed,
 * and keys pressed faster than pictures are decoded all count.
 */
function startOfPicture({ atMs, pictureMs, isFromSeek }: StepFrom, frameMs: number): number {
  const isShown = pictureMs !== undefined && (!isFromSeek || (pictureMs <= atMs && atMs < pictureMs + frameMs));
  return isShown ? pictureMs : atMs - frameMs / 2;
}
