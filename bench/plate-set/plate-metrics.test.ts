import { describe, expect, it } from 'vitest';
import { calibrationError, characterError, isRight, recallAt } from './plate-metrics.ts';

const read = (text: string, truth: string, confidence = 1) => ({ text, truth, confidence });

describe('the figures of the plate bench', () => {
  it('take O for 0 and I for 1', () => {
    expect(isRight(read('AB0I', 'ABO1'))).toBe(true);
    expect(isRight(read('ABD1', 'ABO1'))).toBe(false);
  });

  it('count wrong, missing and extra characters', () => {
    expect(characterError([read('ABC', 'ABD'), read('AB', 'ABC'), read('ABCD', 'ABC')])).toBeCloseTo(3 / 9);
  });

  it('report no calibration error for confidences that match the accuracy', () => {
    const reads = Array.from({ length: 10 }, (_, i) => read(i < 8 ? 'A' : 'B', 'A', 0.8));
    expect(calibrationError(reads)).toBeCloseTo(0);
    expect(calibrationError(reads.map((one) => ({ ...one, confidence: 0.95 })))).toBeCloseTo(0.15);
  });

  it('return the recall at a limit of false boxes', () => {
    const plate = [0.1, 0.1, 0.2, 0.1] as const;
    const other = [0.6, 0.6, 0.2, 0.1] as const;
    const scene = (score: number, wrongScore: number) => ({
      boxes: [plate],
      ignore: [],
      detections: [
        { score, box: plate },
        { score: wrongScore, box: other },
      ],
    });
    expect(recallAt([scene(0.9, 0.1), scene(0.8, 0.85)], 0)).toEqual({ recall: 0.5, score: 0.9 });
    expect(recallAt([scene(0.9, 0.1), scene(0.8, 0.85)], 0.5)).toEqual({ recall: 1, score: 0.8 });
    expect(recallAt([{ ...scene(0.9, 0.95), ignore: [other] }], 0).recall).toBe(1);
  });
});
