import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibratedConfidence } from './calibration.ts';
import { decodePlate, jointLogProbability } from './decode-plate.ts';
import { BLANK, columnOf, READER_COLUMNS } from './plate-characters.ts';
import type { ReaderHead } from './reader-head.ts';

type Row = Record<string, number>;

/** Rows of named probabilities; the remainder goes to the blank. */
function head(kind: ReaderHead['kind'], rows: readonly Row[]): ReaderHead {
  const probabilities = new Float32Array(rows.length * READER_COLUMNS);
  rows.forEach((row, at) => {
    let rest = 1;
    for (const [character, probability] of Object.entries(row)) {
      probabilities[at * READER_COLUMNS + columnOf(character)] = probability;
      rest -= probability;
    }
    probabilities[at * READER_COLUMNS + BLANK] = Math.max(0, rest);
  });
  return { kind, probabilities };
}
const slots = (...rows: Row[]) => head('slots', rows);
const ctc = (...rows: Row[]) => head('ctc', rows);

describe('reading a plate from the heads of a model', () => {
  it('joins slots, skipping empty ones', () => {
    const [best] = decodePlate([[slots({ A: 0.9 }, { B: 0.9 }, { 1: 0.9 }, {})]]);
    expect(best?.text).toBe('AB1');
    expect(best?.logProbability).toBeCloseTo(3 * Math.log(0.9), 4);
  });

  it('collapses the steps of a character and keeps two of the same with a blank between', () => {
    expect(decodePlate([[ctc({ A: 0.9 }, { A: 0.9 }, {}, { A: 0.8 }, { B: 0.9 })]])[0]?.text).toBe('AAB');
  });

  it('lets the other head decide where one is in doubt', () => {
    const doubtful = slots({ B: 0.55, 8: 0.44 }, { C: 0.99 });
    const sure = ctc({ 8: 0.97 }, {}, { C: 0.98 });
    expect(decodePlate([[doubtful]])[0]?.text).toBe('BC');
    expect(decodePlate([[doubtful, sure]])[0]?.text).toBe('8C');
  });

  it('lets the second crop decide as well', () => {
    const one = [slots({ B: 0.52, 8: 0.47 }, { C: 0.99 })];
    const other = [slots({ 8: 0.95, B: 0.04 }, { C: 0.99 })];
    expect(decodePlate([one, other])[0]?.text).toBe('8C');
  });

  it('reads nothing from empty heads', () => {
    expect(decodePlate([[slots({}, {}), ctc({}, {}, {})]])).toEqual([]);
    expect(decodePlate([])).toEqual([]);
  });

  it('gives all texts of a CTC head together the probability one', () => {
    const step = fc.record({
      A: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
      B: fc.double({ min: 0.01, max: 0.49, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
        const only = [[ctc(...steps)]];
        const longer = (texts: string[]) => texts.flatMap((text) => [`${text}A`, `${text}B`]);
        let level = [''];
        let sum = 0;
        for (let length = 0; length <= steps.length; length += 1) {
          for (const text of level) sum += Math.exp(jointLogProbability(only, text));
          level = longer(level);
        }
        expect(sum).toBeCloseTo(1, 3);
      }),
    );
  });
});

describe('confidence', () => {
  it('follows the calibration and never leaves 0..1', () => {
    const plain = { offset: 0, slope: 1 };
    expect(calibratedConfidence(Math.log(0.8), plain)).toBeCloseTo(0.8, 6);
    expect(calibratedConfidence(Math.log(0.5), { offset: 1, slope: 1 })).toBeCloseTo(1 / (1 + Math.exp(-1)), 6);
    for (const value of [Number.NEGATIVE_INFINITY, -1e9, 0, 5]) {
      const confidence = calibratedConfidence(value, plain);
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThan(1);
    }
  });
});
