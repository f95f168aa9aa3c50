import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepEvidence, type PlateReading, voteOverPass } from './vote.ts';

const box = [0.4, 0.4, 0.1, 0.05] as const;

function reading(
  text: string,
  confidence: number,
  others: Record<string, number> = {},
  tsMs = 0,
): PlateReading<string> {
  const own = { text, logProbability: Math.log(Math.max(1e-6, confidence)) };
  const rest = Object.entries(others).map(([other, logProbability]) => ({ text: other, logProbability }));
  return { candidates: [own, ...rest], confidence, box, tsMs, evidence: `picture of ${text}` };
}

const plate = fc.stringMatching(/^[A-Z0-9]{1,8}$/);
const anyReading = fc
  .record({
    texts: fc.uniqueArray(plate, { minLength: 1, maxLength: 4 }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    doubts: fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 4, maxLength: 4 }),
    tsMs: fc.integer({ min: 0, max: 15_000 }),
  })
  .map(({ texts: [first = 'A', ...others], confidence, doubts, tsMs }) => {
    const own = { text: first, logProbability: Math.log(Math.max(1e-6, confidence)) };
    const rest = others
      .map((text, i) => ({ text, logProbability: own.logProbability - (doubts[i] ?? 0) }))
      .sort((a, b) => b.logProbability - a.logProbability);
    const made: PlateReading<string> = { candidates: [own, ...rest], confidence, box, tsMs, evidence: first };
    return made;
  });

describe('the vote over a pass', () => {
  it('takes the text that most frames read', () => {
    const vote = voteOverPass([reading('KTR4821', 0.8), reading('KTR482I', 0.7), reading('KTR4821', 0.9)]);
    expect(vote?.ranked[0].text).toBe('KTR4821');
    expect(vote?.best.confidence).toBe(0.9);
  });

  it('trusts one sharp frame more than blurred ones that disagree', () => {
    const blurred = ['XTR48', 'HTR481', 'KIR42', 'RTR82'].map((text) => reading(text, 0.1));
    expect(voteOverPass([...blurred, reading('KTR4821', 0.97)])?.ranked[0].text).toBe('KTR4821');
  });

  it('has no answer without frames', () => {
    expect(voteOverPass([])).toBeUndefined();
  });

  it('does not depend on the order of the frames', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyReading, { minLength: 1, maxLength: 12 })
          .chain((readings) =>
            fc.tuple(fc.constant(readings), fc.shuffledSubarray(readings, { minLength: readings.length })),
          ),
        ([readings, shuffled]) => {
          const [one, other] = [voteOverPass(readings), voteOverPass(shuffled)];
          expect(other?.ranked).toEqual(one?.ranked);
          expect(other?.best.candidates).toEqual(one?.best.candidates);
        },
      ),
    );
  });

  it('never lets one wild frame win against three that agree', () => {
    fc.assert(
      fc.property(fc.tuple(anyReading, anyReading, anyReading), anyReading, plate, (agreeing, wild, text) => {
        fc.pre(wild.candidates[0].text !== text);
        const agree = agreeing.map(
          ({ candidates: [own, ...rest], ...other }): PlateReading<string> => ({
            ...other,
            candidates: [{ ...own, text }, ...rest.filter((candidate) => candidate.text !== text)],
          }),
        );
        expect(voteOverPass([...agree, wild])?.ranked[0].text).toBe(text);
      }),
    );
  });

  it('returns the picture of the winner, before and after the others were dropped', () => {
    fc.assert(
      fc.property(
        fc.array(anyReading, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (readings, most) => {
          const before = voteOverPass(readings);
          const after = voteOverPass(keepEvidence(readings, most));
          expect(before?.best.evidence).toBe(before?.ranked[0].text);
          expect(after?.best.evidence).toBe(after?.ranked[0].text);
          expect(
            keepEvidence(readings, most).filter(({ evidence }) => evidence !== undefined).length,
          ).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});
