import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseFootage, mainHoles } from '../playback/choose-footage.ts';
import type { Interval } from '../time/interval.ts';
import { clipEncoding } from './copy-or-encode.ts';
import { clipLengthMs, planClip } from './plan-clip.ts';
import { thumbnailMoment } from './thumbnail-moment.ts';

const STEP_MS = 100;

interface Footage {
  id: number;
  startMs: number;
  durationMs: number;
  parameterHash: string;
}

/** Segments in order: each directly after the last one, or after a gap that players do not skip. */
const footage: fc.Arbitrary<Footage[]> = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.constant(0), fc.integer({ min: 20, max: 100 })),
      steps: fc.integer({ min: 1, max: 60 }),
      parameterHash: fc.constantFrom('a', 'a', 'a', 'b'),
    }),
    { maxLength: 20 },
  )
  .map((parts) => {
    let atMs = 0;
    return parts.map(({ gap, steps, parameterHash }, id) => {
      const startMs = atMs + gap * STEP_MS;
      atMs = startMs + steps * STEP_MS;
      return { id, startMs, durationMs: steps * STEP_MS, parameterHash };
    });
  });
const windows = fc
  .tuple(fc.integer({ min: -50, max: 500 }), fc.integer({ min: 1, max: 390 }))
  .map(([from, length]) => ({ startMs: from * STEP_MS, endMs: (from + length) * STEP_MS }));

/** Asks for every tenth of a second whether it was recorded. */
function shownSlowly(segments: readonly Footage[], { startMs, endMs }: Interval): number[] {
  const shown: number[] = [];
  for (let atMs = startMs; atMs < endMs; atMs += STEP_MS)
    if (segments.some((one) => atMs >= one.startMs && atMs < one.startMs + one.durationMs)) shown.push(atMs);
  return shown;
}

describe('the plan of a clip', () => {
  it('shows exactly what was recorded within the window, each moment once and in order', () => {
    fc.assert(
      fc.property(footage, windows, (segments, window) => {
        const pieces = planClip(segments, window);
        const shown = pieces.flatMap(({ stretches }) =>
          stretches.flatMap(({ startMs, endMs }) =>
            Array.from({ length: (endMs - startMs) / STEP_MS }, (_, i) => startMs + i * STEP_MS),
          ),
        );
        expect(shown).toEqual(shownSlowly(segments, window));
        expect(clipLengthMs(pieces)).toBe(shown.length * STEP_MS);
      }),
      { numRuns: 1_000 },
    );
  });

  it('finds every picture where its segment was placed', () => {
    fc.assert(
      fc.property(footage, windows, (segments, window) => {
        for (const { segments: placed, wanted, stretches } of planClip(segments, window)) {
          expect(new Set(placed.map(({ parameterHash }) => parameterHash)).size).toBe(1);
          for (const stretch of stretches) {
            const mediaMs = wanted.startMs + stretch.mediaOffsetMs;
            const source = placed.findLast(({ mediaOffsetMs }) => mediaOffsetMs <= mediaMs);
            expect(source && source.startMs + mediaMs - source.mediaOffsetMs).toBe(stretch.startMs);
          }
        }
      }),
    );
  });

  it('never shows a moment twice where one stream fills the holes of the other', () => {
    fc.assert(
      fc.property(footage, footage, windows, (one, other, window) => {
        const main = one.map((segment) => ({ ...segment, parameterHash: 'main' }));
        const sub = other.map((segment) => ({ ...segment, startMs: segment.startMs + 700, parameterHash: 'sub' }));
        const stretches = planClip(chooseFootage({ main, sub }, mainHoles(main, window)), window).flatMap(
          (one) => one.stretches,
        );
        let shownUntilMs = window.startMs;
        for (const { startMs, endMs } of stretches) {
          expect(startMs).toBeGreaterThanOrEqual(shownUntilMs);
          shownUntilMs = endMs;
        }
        expect(shownUntilMs).toBeLessThanOrEqual(window.endMs);
      }),
    );
  });
});

describe('the picture of a clip', () => {
  const segments = [
    { id: 1, startMs: 0, durationMs: 4_000, parameterHash: 'a' },
    { id: 2, startMs: 20_000, durationMs: 4_000, parameterHash: 'a' },
  ];
  const pieces = planClip(segments, { startMs: 0, endMs: 30_000 });

  it.each([
    ['the start itself', 2_000, 2_000],
    ['the last picture before a gap', 9_000, 3_999],
    ['the first picture after a gap', 15_000, 20_000],
    ['the last picture of all', 29_000, 23_999],
  ])('is %s', (_title, startMs, expected) => {
    expect(thumbnailMoment(pieces, startMs)).toBe(expected);
  });

  it('does not exist without footage', () => {
    expect(thumbnailMoment([], 0)).toBeUndefined();
  });
});

it('copies source quality unless players could not begin inside it', () => {
  expect(clipEncoding({ formats: 1, leadMs: 0 })).toBe('copy');
  expect(clipEncoding({ formats: 1, leadMs: 10_000 })).toBe('copy');
  expect(clipEncoding({ formats: 1, leadMs: 10_001 })).toBe('encode');
  expect(clipEncoding({ formats: 2, leadMs: 0 })).toBe('encode');
});
