import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval } from '../time/interval.ts';
import { chooseFootage, mainHoles } from './choose-footage.ts';
import { STRETCH_TOLERANCE_MS } from './plan-playback.ts';

interface Piece {
  stream: 'main' | 'sub';
  startMs: number;
  durationMs: number;
}
const pieces = (stream: Piece['stream'], ...spans: [startMs: number, endMs: number][]): Piece[] =>
  spans.map(([startMs, endMs]) => ({ stream, startMs, durationMs: endMs - startMs }));
const chosenOf = (main: Piece[], sub: Piece[], range: Interval) =>
  chooseFootage({ main, sub }, mainHoles(main, range)).map(({ stream, startMs }) => `${stream} ${startMs / 1000}`);

describe('the choice between two recorded streams', () => {
  const sub = pieces('sub', [-2_000, 2_000], [2_000, 6_000], [6_000, 10_000], [10_000, 14_000], [14_000, 18_000]);
  const range = { startMs: 0, endMs: 16_000 };

  it('is main only if main has no hole', () => {
    const main = pieces('main', [0, 4_000], [4_000, 8_000], [8_500, 12_000], [12_000, 16_000]);
    expect(mainHoles(main, range)).toEqual([]);
    expect(chosenOf(main, sub, range)).toEqual(['main 0', 'main 4', 'main 8.5', 'main 12']);
  });

  it('is sub only if main has nothing, however short the range', () => {
    expect(chosenOf([], sub, range)).toEqual(['sub -2', 'sub 2', 'sub 6', 'sub 10', 'sub 14']);
    expect(mainHoles([], { startMs: 0, endMs: 1 })).toHaveLength(1);
  });

  it('is sub in the holes of main, in the middle and at both ends', () => {
    const main = pieces('main', [3_000, 5_000], [12_000, 13_000]);
    expect(chosenOf(main, sub, range)).toEqual(['sub -2', 'sub 2', 'main 3', 'sub 6', 'sub 10', 'main 12', 'sub 14']);
  });

  it('is main up to its last picture, although the sub segment begins before it', () => {
    const main = pieces('main', [0, 7_000], [7_000, 9_000]);
    expect(chosenOf(main, sub, range)).toEqual(['main 0', 'main 7', 'sub 6', 'sub 10', 'sub 14']);
  });
});

/** In order, without overlap, in steps of a quarter of the tolerance. */
const someStream = (stream: Piece['stream']) =>
  fc
    .array(fc.record({ gap: fc.nat(12), length: fc.integer({ min: 1, max: 24 }) }), { maxLength: 12 })
    .map((steps): Piece[] => {
      let at = -4 * GRID_MS;
      return steps.map(({ gap, length }) => {
        const startMs = at + gap * GRID_MS;
        at = startMs + length * GRID_MS;
        return { stream, startMs, durationMs: length * GRID_MS };
      });
    });
const GRID_MS = STRETCH_TOLERANCE_MS / 4;
const END = 100;

it('covers every moment of either stream, by main where possible, except holes that players skip', () => {
  fc.assert(
    fc.property(someStream('main'), someStream('sub'), (wholeMain, wholeSub) => {
      const range = { startMs: 0, endMs: END * GRID_MS };
      const inRange = ({ startMs, durationMs }: Piece) => startMs < range.endMs && startMs + durationMs > range.startMs;
      const [main, sub] = [wholeMain.filter(inRange), wholeSub.filter(inRange)];
      const chosen = chooseFootage({ main, sub }, mainHoles(main, range));
      const covers = (of: readonly Piece[], moment: number) =>
        of.some(({ startMs, durationMs }) => startMs <= moment * GRID_MS && moment * GRID_MS < startMs + durationMs);
      const isMain = ({ stream }: Piece) => stream === 'main';
      expect(chosen.filter(isMain)).toEqual(main);
      /** The part around this moment that main does not cover, up to the ends of the range. */
      const holeAround = (moment: number) => {
        let [from, to] = [moment, moment];
        while (from > 0 && !covers(main, from - 1)) from -= 1;
        while (to < END && !covers(main, to)) to += 1;
        return (to - from) * GRID_MS;
      };
      const isMissed = (moment: number) =>
        !covers(main, moment) && (main.length === 0 || holeAround(moment) > STRETCH_TOLERANCE_MS);
      const missed = new Set(Array.from({ length: END }, (_, moment) => moment).filter(isMissed));
      for (const moment of missed) expect(covers(chosen, moment)).toBe(covers(sub, moment));
      const fillers = chosen.filter((one) => !isMain(one));
      expect(new Set(fillers).size).toBe(fillers.length);
      for (const filler of fillers) expect([...missed].some((moment) => covers([filler], moment))).toBe(true);
      // Never back by more than one segment.
      const longestMs = Math.max(0, ...chosen.map(({ durationMs }) => durationMs));
      let reachedMs = Number.NEGATIVE_INFINITY;
      for (const { startMs, durationMs } of chosen) {
        expect(startMs).toBeGreaterThan(reachedMs - longestMs);
        reachedMs = Math.max(reachedMs, startMs + durationMs);
      }
    }),
  );
});
