import type { Blob } from './blobs.ts';
import { hasTravelled, type Sighting, type Stretch, stretchOf } from './track-stretch.ts';

/** A blob that was found in several consecutive frames. */
export interface BlobTrack {
  blob: Blob;
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
  meanArea: number;
  /** From its beginning. */
  whole: Stretch;
  /**
   * The last seconds. An object may take over the track of a drop that happened to be there, and must not be judged by
   * how that one fell.
   */
  recent: Stretch;
  sightings: readonly Sighting[];
  hasTravelled: boolean;
  /** Once it counts as motion it does so until it is lost, even if it becomes smaller than the floor. */
  isMotion: boolean;
}

const MAX_TRACKS = 64;
const MAX_MISSES = 2;
const SEARCH_PX = 5;
const RECENT_FRAMES = 20;

/** Tracks blobs from frame to frame, to distinguish moving objects from flicker, rain and swaying. */
export class BlobTracks {
  #tracks: BlobTrack[] = [];

  /** `all` contains those seen in this frame. */
  follow(blobs: readonly Blob[], atMs: number): BlobTrack[] {
    const free = new Set(blobs);
    const kept: BlobTrack[] = [];
    for (const track of this.#tracks.toSorted((a, b) => b.whole.hits - a.whole.hits || b.meanArea - a.meanArea)) {
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

function begin(blob: Blob, atMs: number): BlobTrack {
  const sightings = [{ frame: 1, x: blob.x, y: blob.y, errorPx: 0 }];
  const stretch = stretchOf(sightings);
  return {
    blob,
    misses: 0,
    firstMs: atMs,
    lastMs: atMs,
    originX: blob.x,
    originY: blob.y,
    speedX: 0,
    speedY: 0,
    covered: blob,
    meanArea: blob.area,
    whole: stretch,
    recent: stretch,
    sightings,
    hasTravelled: false,
    isMotion: false,
  };
}

function extend(track: BlobTrack, blob: Blob, atMs: number): BlobTrack {
  const since = track.misses + 1;
  const [stepX, stepY] = [(blob.x - track.blob.x) / since, (blob.y - track.blob.y) / since];
  const errorPx = Math.hypot(stepX - track.speedX, stepY - track.speedY);
  const whole = lengthen(track, blob, errorPx);
  const { hits, frames } = whole;
  const meanArea = track.meanArea + (blob.area - track.meanArea) / Math.min(hits, 10);
  const sightings = [
    ...track.sightings.filter(({ frame }) => frame > frames - RECENT_FRAMES),
    { frame: frames, x: blob.x, y: blob.y, errorPx },
  ];
  const recent = stretchOf(sightings);
  return {
    ...track,
    blob,
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
    meanArea,
    whole,
    recent,
    sightings,
    hasTravelled: track.hasTravelled || hasTravelled(whole, meanArea) || hasTravelled(recent, meanArea),
  };
}

function lengthen({ whole, blob: before, originX, originY, misses }: BlobTrack, blob: Blob, errorPx: number): Stretch {
  const hits = whole.hits + 1;
  return {
    hits,
    frames: whole.frames + misses + 1,
    pathPx: whole.pathPx + Math.hypot(blob.x - before.x, blob.y - before.y),
    distancePx: Math.hypot(blob.x - originX, blob.y - originY),
    errorPx: whole.errorPx + (errorPx - whole.errorPx) / (hits - 1),
  };
}

/** The blob closest to the predicted position, if its size is similar. */
function nearest(track: BlobTrack, blobs: ReadonlySet<Blob>): Blob | undefined {
  const frames = track.misses + 1;
  const [x, y] = [track.blob.x + track.speedX * frames, track.blob.y + track.speedY * frames];
  const size = Math.sqrt(track.meanArea);
  // The first step of a large object may be as long as itself; a speck that jumps is another speck.
  const reach = SEARCH_PX + (track.whole.hits === 1 ? 1.5 : 0.75) * size;
  let best: { blob: Blob; distance: number } | undefined;
  for (const blob of blobs) {
    if (blob.area > 5 * track.meanArea || blob.area < track.meanArea / 5) continue;
    const distance = Math.hypot(blob.x - x, blob.y - y);
    if (distance <= reach && (best === undefined || distance < best.distance)) best = { blob, distance };
  }
  return best?.blob;
}
