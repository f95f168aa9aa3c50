import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlobTrack, BlobTracks } from './blob-tracks.ts';
import type { Blob } from './blobs.ts';
import { standsOutFromWeather } from './track-stretch.ts';

const blobAt = ([x, y]: readonly [number, number], area = 30): Blob => ({
  area,
  left: Math.floor(x) - 2,
  right: Math.ceil(x) + 2,
  top: Math.floor(y) - 4,
  bottom: Math.ceil(y) + 4,
  x,
  y,
});

type Place = readonly [number, number] | undefined;

/** The only track after the frames; an undefined place is a frame without a blob. */
function follow(places: readonly Place[]): BlobTrack | undefined {
  const tracks = new BlobTracks();
  let seen: BlobTrack[] = [];
  places.forEach((place, n) => {
    seen = tracks.follow(place ? [blobAt(place)] : [], n * 200);
  });
  return seen[0];
}

/** Drops that happen to fall near one another, with gaps. */
const drops: Place[] = [[240, 90], undefined, [237, 93], undefined, [239, 90], undefined, undefined, [236, 92]];
/** A small person in rain, who is hidden by a drop every sixth frame. */
const person = Array.from({ length: 40 }, (_, n): Place => (n % 6 === 5 ? undefined : [235 - 2.3 * n, 92]));

describe('a track', () => {
  it('of a person is judged by the person, not by the drops that it began with', () => {
    const track = follow([...drops, ...person.slice(0, 23)]);
    expect(track?.whole.frames).toBeGreaterThan(30);
    expect(track?.hasTravelled).toBe(true);
    expect(track && standsOutFromWeather(track.recent, track.meanArea)).toBe(true);
    // The drops still count in the whole of it.
    expect(track && standsOutFromWeather(track.whole, track.meanArea)).toBe(false);
  });

  it.each<[string, Place[]]>([
    ['drops that follow one another', Array.from({ length: 40 }, (_, n) => drops[n % drops.length])],
    ['a branch that trembles', Array.from({ length: 40 }, (_, n) => [100 + 3 * Math.sin(n), 50] as const)],
    ['a lamp that blinks', Array.from({ length: 40 }, (_, n) => (n % 3 === 0 ? ([100, 50] as const) : undefined))],
  ])('of %s does not travel', (_title, places) => {
    const tracks = new BlobTracks();
    const travelled = places.flatMap((place, n) =>
      tracks.follow(place ? [blobAt(place)] : [], n * 200).filter(({ hasTravelled }) => hasTravelled),
    );
    expect(travelled).toEqual([]);
  });

  it('of something large that moves slowly travels in the end', () => {
    const places = Array.from({ length: 80 }, (_, n) => [100 + 0.1 * n, 50] as const);
    expect(follow(places)?.hasTravelled).toBe(true);
  });

  it('shows the same in all of it and in its last seconds, as long as it is short', () => {
    const step = fc.record({ dx: fc.double({ min: -3, max: 3, noNaN: true }), isSeen: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 18 }), (steps) => {
        let x = 100;
        let gap = 0;
        const places = steps.map(({ dx, isSeen }): Place => {
          x += dx;
          gap = isSeen || gap === 2 ? 0 : gap + 1;
          return gap === 0 ? [x, 50] : undefined;
        });
        const track = follow([[100, 50], ...places, [x, 50]]);
        for (const name of ['hits', 'frames', 'pathPx', 'distancePx', 'errorPx'] as const)
          expect(track?.whole[name]).toBeCloseTo(track?.recent[name] ?? Number.NaN, 6);
      }),
    );
  });
});
