import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlayableSegment, planPlayback, RUN_TOLERANCE_MS } from './plan-playback.ts';

const segment = (id: number, startMs: number, change: Partial<PlayableSegment> = {}): PlayableSegment => ({
  id,
  startMs,
  durationMs: 4_000,
  parameterHash: 'a',
  ...change,
});

describe('laying segments end to end', () => {
  it('is gapless inside a run, whatever the clocks say at the borders', () => {
    const planned = planPlayback([segment(1, 0), segment(2, 4_030), segment(3, 7_990)]);
    expect(planned.map(({ mediaOffsetMs, runStartMs }) => [mediaOffsetMs, runStartMs])).toEqual([
      [0, 0],
      [4_000, null],
      [8_000, null],
    ]);
  });

  it('begins a new run at a real gap, with the wall clock of its first picture', () => {
    const planned = planPlayback([segment(1, 0), segment(2, 60_000)]);
    expect(planned[1]).toEqual({ id: 2, durationMs: 4_000, mediaOffsetMs: 0, runStartMs: 60_000, setUp: false });
  });

  it('sets the decoder up anew where the form of the video changes', () => {
    const planned = planPlayback([
      segment(1, 0),
      segment(2, 4_000, { parameterHash: 'b' }),
      segment(3, 8_000, { parameterHash: 'b' }),
    ]);
    expect(planned.map(({ setUp, runStartMs }) => [setUp, runStartMs])).toEqual([
      [true, 0],
      [true, 4_000],
      [false, null],
    ]);
  });

  it('begins a new run after the clock stepped back', () => {
    const planned = planPlayback([segment(1, 0), segment(2, -10_000)]);
    expect(planned[1]?.runStartMs).toBe(-10_000);
  });

  it('places every picture within the tolerance of its neighbour, for any row of segments', () => {
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
        for (const [i, entry] of planned.entries()) {
          const before = planned[i - 1];
          const [own, other] = [segments[i], segments[i - 1]];
          if (!before || !own || !other) {
            expect(entry).toMatchObject({ mediaOffsetMs: 0, setUp: true });
            continue;
          }
          const apart = own.startMs - (other.startMs + other.durationMs);
          const goesOn = entry.runStartMs === null;
          expect(goesOn).toBe(Math.abs(apart) <= RUN_TOLERANCE_MS && own.parameterHash === other.parameterHash);
          expect(entry.mediaOffsetMs).toBe(goesOn ? before.mediaOffsetMs + before.durationMs : 0);
        }
      }),
    );
  });
});
