import type { Blob } from './blobs.ts';

/** A blob that was found in several consecutive frames. */
export interface BlobTrack {
  blob: Blob;
  /** Number of frames it was seen in. */
  hits: number;
  /** Number of frames since it was first seen. */
  frames: number;
  /** How far it was from where it was expected, in pixels, on average. */
  errorPx: number;
  misses: number;
  firstMs: number;
  lastMs: number;
  originX: number;
  originY: number;
  /** Pixels per frame. */
  speedX: number;
  speedY: number;
  /** Everything that it has covered. */
  covered: Pick<Blob, 'left' | 'top' | 'right' | 'bottom'>;
  /** Total path length; the distance from the origin is at most this. */
  pathPx: number;
  meanArea: number;
  hasTravelled: boolean;
  /** Once it counts as motion it does so until it is lost, even if it becomes smaller than the floor. */
  isMotion: boolean;
}

const MAX_TRACKS = 64;
const MAX_MISSES = 2;
const MIN_HITS = 5;
/**
 * A branch that appears on one side, vanishes, and appears on the other side is not an object that travels. A small
 * object that is lost before a fence now and then goes straight ahead.
 */
const MIN_SEEN_SHARE = 0.8;
const MIN_STRAIGHTNESS_WITH_GAPS = 0.9;
/** Blobs that appear and disappear in place are not motion. */
const MIN_TRAVEL_PX = 4;
/** Distance from the origin divided by the path length: an object that trembles has a long path but gets nowhere. */
const MIN_STRAIGHTNESS = 0.5;
const SEARCH_PX = 5;

/** Tracks blobs from frame to frame, to distinguish moving objects from flicker, rain and swaying. */
export class BlobTracks {
  #tracks: BlobTrack[] = [];

  /** `all` contains those seen in this frame. */
  follow(blobs: readonly Blob[], atMs: number): BlobTrack[] {
    const free = new Set(blobs);
    const kept: BlobTrack[] = [];
    for (const track of this.#tracks.toSorted((a, b) => b.hits - a.hits || b.meanArea - a.meanArea)) {
      const found = nearest(track, free);
      if (found) {
        free.delete(found);
        kept.push(extend(track, found, atMs));
      } else if (track.misses < MAX_MISSES) kept.push({ ...track, misses: track.misses + 1 });
    }
    for (const blob of free) kept.push(begin(blob, atMs));
    this.#tracks = kept.slice(0, MAX_TRACKS);
    return this.#tracks.filter(({ misses }) => misses === 0);
  }

  clear(): void {
    this.#tracks = [];
  }
}

const begin = (blob: Blob, atMs: number): BlobTrack => ({
  blob,
  hits: 1,
  frames: 1,
  errorPx: 0,
  misses: 0,
  firstMs: atMs,
  lastMs: atMs,
  originX: blob.x,
  originY: blob.y,
  speedX: 0,
  speedY: 0,
  covered: blob,
  pathPx: 0,
  meanArea: blob.area,
  hasTravelled: false,
  isMotion: false,
});

function extend(track: BlobTrack, blob: Blob, atMs: number): BlobTrack {
  const since = track.misses + 1;
  const [stepX, stepY] = [(blob.x - track.blob.x) / since, (blob.y - track.blob.y) / since];
  const hits = track.hits + 1;
  const frames = track.frames + since;
  const meanArea = track.meanArea + (blob.area - track.meanArea) / Math.min(hits, 10);
  const pathPx = track.pathPx + Math.hypot(blob.x - track.blob.x, blob.y - track.blob.y);
  const distance = Math.hypot(blob.x - track.originX, blob.y - track.originY);
  const error = Math.hypot(stepX - track.speedX, stepY - track.speedY);
  const isStraight = distance >= MIN_STRAIGHTNESS * pathPx;
  const isFar = distance >= Math.max(MIN_TRAVEL_PX, 0.6 * Math.sqrt(meanArea));
  const isSeen = hits >= MIN_SEEN_SHARE * frames || distance >= MIN_STRAIGHTNESS_WITH_GAPS * pathPx;
  return {
    ...track,
    blob,
    hits,
    frames,
    errorPx: track.errorPx + (error - track.errorPx) / (hits - 1),
    misses: 0,
    lastMs: atMs,
    speedX: hits === 2 ? stepX : 0.5 * track.speedX + 0.5 * stepX,
    speedY: hits === 2 ? stepY : 0.5 * track.speedY + 0.5 * stepY,
    covered: {
      left: Math.min(track.covered.left, blob.left),
      top: Math.min(track.covered.top, blob.top),
      right: Math.max(track.covered.right, blob.right),
      bottom: Math.max(track.covered.bottom, blob.bottom),
    },
    pathPx,
    meanArea,
    hasTravelled: track.hasTravelled || (hits >= MIN_HITS && isSeen && isFar && isStraight),
  };
}

/** The blob closest to the predicted position, if its size is similar. */
function nearest(track: BlobTrack, blobs: ReadonlySet<Blob>): Blob | undefined {
  const frames = track.misses + 1;
  const [x, y] = [track.blob.x + track.speedX * frames, track.blob.y + track.speedY * frames];
  const size = Math.sqrt(track.meanArea);
  // The first step of a large object may be as long as itself; a speck that jumps is another speck.
  const reach = SEARCH_PX + (track.hits === 1 ? 1.5 : 0.75) * size;
  let best: { blob: Blob; distance: number } | undefined;
  for (const blob of blobs) {
    if (blob.area > 5 * track.meanArea || blob.area < track.meanArea / 5) continue;
    const distance = Math.hypot(blob.x - x, blob.y - y);
    if (distance <= reach && (best === undefined || distance < best.distance)) best = { blob, distance };
  }
  return best?.blob;
}
