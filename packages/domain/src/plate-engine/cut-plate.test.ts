import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NormalizedBox } from '../geometry/box.ts';
import { isReportable, touchesEdge } from './cut-plate.ts';
import { followPlates, settlePasses } from './pass-book.ts';
import { keepEvidence, type PlateReading, voteOverPass } from './vote.ts';

const INSIDE: NormalizedBox = [0.4, 0.4, 0.1, 0.05];
const AT_EDGE: NormalizedBox = [0.9, 0.4, 0.1, 0.05];

const reading = (text: string, confidence: number, box = INSIDE, tsMs = 0): PlateReading<string> => ({
  candidates: [{ text, logProbability: Math.log(Math.max(1e-6, confidence)) }],
  confidence,
  box,
  tsMs,
  evidence: `picture of ${text}`,
});

describe('a plate at the edge of the frame', () => {
  it.each<[string, NormalizedBox, boolean]>([
    ['inside', INSIDE, false],
    ['just inside', [0.011, 0.011, 0.978, 0.978], false],
    ['at the left', [0.01, 0.4, 0.1, 0.05], true],
    ['at the top', [0.4, 0, 0.1, 0.05], true],
    ['at the right', [0.895, 0.4, 0.1, 0.05], true],
    ['at the bottom', [0.4, 0.945, 0.1, 0.05], true],
    ['beyond the edge', [-0.02, 0.4, 0.1, 0.05], true],
  ])('is recognised by its box: %s', (_title, box, touches) => {
    expect(touchesEdge(box)).toBe(touches);
  });

  it.each<[string, number, NormalizedBox, boolean]>([
    ['EC18FNU', 0.3, INSIDE, true],
    ['EC', 0.3, INSIDE, true],
    ['EC18F', 0.98, AT_EDGE, true],
    ['EC18', 0.9, AT_EDGE, true],
    ['EC1', 0.99, AT_EDGE, false],
    ['EC18F', 0.89, AT_EDGE, false],
  ])('%s at %d is reported only if it is long and sure enough', (text, confidence, box, isReported) => {
    expect(isReportable({ text, confidence, box })).toBe(isReported);
    const passes = followPlates([], [reading(text, confidence, box)]);
    const settled = settlePasses(passes, {
      nowMs: 9_000,
      limits: { gapMs: 2_000, longestMs: 15_000 },
      country: undefined,
    });
    expect(settled.results.map((result) => result.text)).toEqual(isReported ? [text] : []);
    expect(settled.passes).toEqual([]);
  });

  it('never wins against one that was seen whole, however often and surely it was read', () => {
    const cut = Array.from({ length: 9 }, (_, i) => reading('EC18F', 0.98, AT_EDGE, i));
    const vote = voteOverPass([...cut, reading('EC18FNU', 0.7, INSIDE, 10)]);
    expect(vote?.ranked[0].text).toBe('EC18FNU');
    expect(vote?.best.confidence).toBe(0.7);
  });

  it('changes nothing about the vote of the readings that do not touch the edge, nor about their picture', () => {
    const box = fc.constantFrom(INSIDE, AT_EDGE);
    const one = fc
      .tuple(fc.stringMatching(/^[A-Z0-9]{2,8}$/), fc.double({ min: 0, max: 1, noNaN: true }), box, fc.nat(15_000))
      .map(([text, confidence, at, tsMs]) => reading(text, confidence, at, tsMs));
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 12 }), (readings) => {
        const whole = readings.filter((each) => each.box === INSIDE);
        const vote = voteOverPass(readings);
        if (whole.length > 0) expect(vote).toEqual(voteOverPass(whole));
        expect(voteOverPass(keepEvidence(readings, 1))).toEqual(vote);
        expect(vote?.best.evidence).toBeDefined();
      }),
    );
  });
});
