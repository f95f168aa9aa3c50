/** Where a track was in one frame. */
export interface Sighting {
  /** Counted from the first frame of the track. */
  frame: number;
  x: number;
  y: number;
  /** How far it was from where it was expected, in pixels. */
  errorPx: number;
}

/** Measurements of the object, from a part of its track or all of it. */
export interface Stretch {
  /** Number of frames it was seen in. */
  hits: number;
  /** Number of frames from the first to the last of them. */
  frames: number;
  /** Total path length; the distance is at most this. */
  pathPx: number;
  distancePx: number;
  /** How far it was from where it was expected, on average. */
  errorPx: number;
}

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

export function hasTravelled({ hits, frames, pathPx, distancePx }: Stretch, meanArea: number): boolean {
  const isStraight = distancePx >= MIN_STRAIGHTNESS * pathPx;
  const isFar = distancePx >= Math.max(MIN_TRAVEL_PX, 0.6 * Math.sqrt(meanArea));
  const isSeen = hits >= MIN_SEEN_SHARE * frames || distancePx >= MIN_STRAIGHTNESS_WITH_GAPS * pathPx;
  return hits >= MIN_HITS && isSeen && isFar && isStraight;
}

/** In rain and snow each drop or flake is gone within a second or two, so anything that lasts is something else. */
const HITS_IN_A_CROWD = 10;

/**
 * Whether an object stands out from rain and snow. Flakes and drops fall several times their own size between two frames;
 * people and vehicles do not. Drops that follow one another by chance leave gaps, and are not where the one before was
 * heading.
 */
export function standsOutFromWeather({ hits, frames, pathPx, errorPx }: Stretch, meanArea: number): boolean {
  const size = Math.sqrt(meanArea);
  const isSlow = pathPx <= 0.8 * size * (hits - 1);
  const isSteady = hits >= 0.8 * frames && errorPx <= 0.55 * size;
  return hits >= HITS_IN_A_CROWD && isSlow && isSteady;
}

export function stretchOf(sightings: readonly Sighting[]): Stretch {
  const [first] = sightings;
  const last = sightings.at(-1);
  if (!first || !last) return { hits: 0, frames: 0, pathPx: 0, distancePx: 0, errorPx: 0 };
  let pathPx = 0;
  let errors = 0;
  let before = first;
  for (const sighting of sightings) {
    pathPx += Math.hypot(sighting.x - before.x, sighting.y - before.y);
    if (sighting !== first) errors += sighting.errorPx;
    before = sighting;
  }
  return {
    hits: sightings.length,
    frames: last.frame - first.frame + 1,
    pathPx,
    distancePx: Math.hypot(last.x - first.x, last.y - first.y),
    errorPx: sightings.length > 1 ? errors / (sightings.length - 1) : 0,
  };
}
