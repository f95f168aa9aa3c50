import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DATE_TOLERANCE_MS,
  type PlannedSegment,
  type PlayableSegment,
  planPlayback,
  STRETCH_TOLERANCE_MS,
} from './plan-playback.ts';

const segment = (id: number, startMs: number, change: Partial<PlayableSegment> = {}): PlayableSegment => ({
  id,
  startMs,
  durationMs: 4_000,
  parameterHash: 'a',
  ...change,
});

/** The largest error of a player that extrapolates from the last date in the playlist. */
function worstGuessMs(segments: readonly PlayableSegment[], planned: readonly PlannedSegment[]): number {
  let guessMs = Number.NaN;
  const off = planned.map(({ dateMs, durationMs }, i) => {
    const atMs = dateMs ?? guessMs;
    guessMs = atMs + durationMs;
    return Math.abs(atMs - (segments[i]?.startMs ?? Number.NaN));
  });
  return Math.max(0, ...off);
}

describe('placing segments on the media timeline', () => {
  it('is gapless within a stretch, whatever the clocks at the borders', () => {
    const planned = planPlayback([segment(1, 0), segment(2, 4_030), segment(3, 7_990)]);
    expect(planned.map(({ mediaOffsetMs, beginsStretch, dateMs }) => [mediaOffsetMs, beginsStretch, dateMs])).toEqual([
      [0, true, 0],
      [4_000, false, null],
      [8_000, false, null],
    ]);
  });

  it('begins a new stretch at a real gap, with the wall clock of its first picture', () => {
    const planned = planPlayback([segment(1, 0), segment(2, 60_000)]);
    expect(planned[1]).toEqual({
      id: 2,
      durationMs: 4_000,
      mediaOffsetMs: 0,
      beginsStretch: true,
      dateMs: 60_000,
      needsInit: false,
    });
  });

  it('needs a new init segment where the video format changes', () => {
    const planned = planPlayback([
      segment(1, 0),
      segment(2, 4_000, { parameterHash: 'b' }),
      segment(3, 8_000, { parameterHash: 'b' }),
    ]);
    expect(planned.map(({ needsInit, beginsStretch, dateMs }) => [needsInit, beginsStretch, dateMs])).toEqual([
      [true, true, 0],
      [true, true, 4_000],
      [false, false, null],
    ]);
  });

  it('begins a new stretch after the clock stepped back', () => {
    const planned = planPlayback([segment(1, 0), segment(2, -10_000)]);
    expect(planned[1]).toMatchObject({ beginsStretch: true, dateMs: -10_000 });
  });

  it.each([
    ['two in a hundred slower', 3_920, 900, 250],
    ['two in a hundred faster', 4_080, 900, 250],
    ['one in ten thousand slower, for a day', 3_999.6, 21_600, 29],
  ])('adds a new date if the clock of a camera runs %s', (_title, mediaMs, count, most) => {
    // Durations have a resolution of a millisecond.
    const segments = Array.from({ length: count }, (_, i) =>
      segment(i, i * 4_000, { durationMs: Math.round((i + 1) * mediaMs) - Math.round(i * mediaMs) }),
    );
    const planned = planPlayback(segments);
    expect(planned.filter(({ beginsStretch }) => beginsStretch)).toHaveLength(1);
    expect(worstGuessMs(segments, planned)).toBeLessThanOrEqual(DATE_TOLERANCE_MS);
    const dates = planned.filter(({ dateMs }) => dateMs !== null).length;
    expect(dates).toBeGreaterThan(1);
    expect(dates).toBeLessThanOrEqual(most);
  });

  it('has one date while starts only vary slightly, as files are created a little late', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(250), { minLength: 1, maxLength: 100 }), (lateMs) => {
        const planned = planPlayback(lateMs.map((late, i) => segment(i, i * 4_000 + late)));
        expect(planned.filter(({ dateMs }) => dateMs !== null)).toHaveLength(1);
      }),
    );
  });

  it('places every picture within the tolerance of its neighbour, for any sequence of segments', () => {
    const someSegments = fc.array(
      fc.record({
        gapMs: fc.integer({ min: -3_000, max: 10_000 }),
        durationMs: fc.integer({ min: 1, max: 8_000 }),
        form: fc.constantFrom('a', 'b'),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(someSegments, (steps) => {
        let at = 0;
        const segments = steps.map(({ gapMs, durationMs, form }, id) => {
          const startMs = at + gapMs;
          at = startMs + durationMs;
          return segment(id, startMs, { durationMs, parameterHash: form });
        });
        const planned = planPlayback(segments);
        expect(worstGuessMs(segments, planned)).toBeLessThanOrEqual(DATE_TOLERANCE_MS);
        for (const [i, entry] of planned.entries()) {
          const before = planned[i - 1];
          const [own, other] = [segments[i], segments[i - 1]];
          if (!before || !own || !other) {
            expect(entry).toMatchObject({ mediaOffsetMs: 0, needsInit: true });
            continue;
          }
          const apart = own.startMs - (other.startMs + other.durationMs);
          const goesOn = !entry.beginsStretch;
          expect(goesOn).toBe(Math.abs(apart) <= STRETCH_TOLERANCE_MS && own.parameterHash === other.parameterHash);
          expect(entry.mediaOffsetMs).toBe(goesOn ? before.mediaOffsetMs + before.durationMs : 0);
        }
      }),
    );
  });
});
