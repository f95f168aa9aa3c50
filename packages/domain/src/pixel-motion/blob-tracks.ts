import type { Blob } from './blobs.ts';

/** A blob that was found again in frame after frame. */
export interface BlobTrack {
  blob: Blob;
  /** Frames it was seen in. */
  hits: number;
  misses: number;
  firstMs: number;
  lastMs: number;
  originX: number;
  originY: number;
  /** Pixels a frame. */
  speedX: number;
  speedY: number;
  /** The whole way, of which the distance from the origin is a part. */
  pathPx: number;
  meanArea: number;
  hasTravelled: boolean;
}

const MAX_TRACKS = 64;
const MAX_MISSES = 2;
const MIN_HITS = 5;
/** What comes and goes on the spot is no motion. */
const MIN_TRAVEL_PX = 4;
/** Distance from the origin over the way: a thing that trembles goes a long way and gets nowhere. */
const MIN_STRAIGHTNESS = 0.5;
const SEARCH_PX = 5;

/** Follows blobs from frame to frame, so that what moves somewhere is told from what flickers, falls or sways. */
export class BlobTracks {
  #tracks: BlobTrack[] = [];

  /** `all` has those seen in this frame. */
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
  misses: 0,
  firstMs: atMs,
  lastMs: atMs,
  originX: blob.x,
  originY: blob.y,
  speedX: 0,
  speedY: 0,
  pathPx: 0,
  meanArea: blob.area,
  hasTravelled: false,
});

function extend(track: BlobTrack, blob: Blob, atMs: number): BlobTrack {
  const frames = track.misses + 1;
  const [stepX, stepY] = [(blob.x - track.blob.x) / frames, (blob.y - track.blob.y) / frames];
  const hits = track.hits + 1;
  const pathPx = track.pathPx + Math.hypot(blob.x - track.blob.x, blob.y - track.blob.y);
  const distance = Math.hypot(blob.x - track.originX, blob.y - track.originY);
  const size = Math.sqrt(blob.area);
  const isStraight = distance >= MIN_STRAIGHTNESS * pathPx;
  const needed = Math.max(MIN_TRAVEL_PX, 0.6 * size);
  return {
    ...track,
    blob,
    hits,
    misses: 0,
    lastMs: atMs,
    speedX: hits === 2 ? stepX : 0.5 * track.speedX + 0.5 * stepX,
    speedY: hits === 2 ? stepY : 0.5 * track.speedY + 0.5 * stepY,
    pathPx,
    meanArea: track.meanArea + (blob.area - track.meanArea) / Math.min(hits, 10),
    hasTravelled: track.hasTravelled || (hits >= MIN_HITS && distance >= needed && isStraight),
  };
}

/** The blob closest to where the track should be by now, if it is of about the same size. */
function nearest(track: BlobTrack, blobs: ReadonlySet<Blob>): Blob | undefined {
  const frames = track.misses + 1;
  const [x, y] = [track.blob.x + track.speedX * frames, track.blob.y + track.speedY * frames];
  const size = Math.sqrt(track.meanArea);
  // The first step of something large may be as long as itself; a speck that jumps is another speck.
  const reach = SEARCH_PX + (track.hits === 1 ? 1.5 : 0.75) * size;
  let best: { blob: Blob; distance: number } | undefined;
  for (const blob of blobs) {
    if (blob.area > 5 * track.meanArea || blob.area < track.meanArea / 5) continue;
    const distance = Math.hypot(blob.x - x, blob.y - y);
    if (distance <= reach && (best === undefined || distance < best.distance)) best = { blob, distance };
  }
  return best?.blob;
}
