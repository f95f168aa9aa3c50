import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAPSE_RATE, LAPSE_SPEED, lapseClockLines, lapseStretches, planLapse } from './time-lapse.ts';

describe('a time-lapse', () => {
  it.each([
    [
      'shows each keyframe as long as it takes',
      [0, 1000, 2000],
      3000,
      2,
      [
        [0, 0, 13],
        [1, 13, 25],
        [2, 25, 38],
      ],
    ],
    [
      'leaves out keyframes between two frames',
      [0, 1000, 2000, 3000],
      4000,
      50,
      [
        [0, 0, 1],
        [2, 1, 2],
      ],
    ],
    ['has one frame at least', [0, 1000], 2000, 1000, [[0, 0, 1]]],
    [
      'begins with the first keyframe, also if it is late',
      [400, 5000],
      6000,
      25,
      [
        [0, 0, 5],
        [1, 5, 6],
      ],
    ],
    ['shows nothing without keyframes', [], 6000, 25, []],
  ])('%s', (_title, keyframes, lengthMs, speed, expected) => {
    const { pictures } = planLapse(keyframes, { lengthMs, speed });
    expect(pictures.map(({ index, fromFrame, toFrame }) => [index, fromFrame, toFrame])).toEqual(expected);
  });

  it('equals a slow search for the newest keyframe of each frame, and is as long as asked within one frame', () => {
    const cases = fc.record({
      gaps: fc.array(fc.integer({ min: 1, max: 12_000 }), { maxLength: 60 }),
      speed: fc.integer({ min: LAPSE_SPEED.min, max: LAPSE_SPEED.max }),
      tailMs: fc.integer({ min: 1, max: 9_000 }),
    });
    fc.assert(
      fc.property(cases, ({ gaps, speed, tailMs }) => {
        const keyframes = [0];
        for (const gap of gaps) keyframes.push((keyframes.at(-1) ?? 0) + gap);
        const lengthMs = (keyframes.at(-1) ?? 0) + tailMs;
        const { pictures, frames } = planLapse(keyframes, { lengthMs, speed });
        const oracle = Array.from({ length: frames }, (_, frame) =>
          keyframes.findLastIndex((atMs) => atMs <= (frame * speed * 1000) / LAPSE_RATE),
        );
        const shown = pictures.flatMap(({ index, fromFrame, toFrame }) =>
          Array.from({ length: toFrame - fromFrame }, () => index),
        );
        expect(shown).toEqual(oracle);
        expect(Math.abs(frames / LAPSE_RATE - lengthMs / 1000 / speed)).toBeLessThanOrEqual(1 / LAPSE_RATE);
      }),
    );
  });
});

describe('the clock of a time-lapse', () => {
  it('shows when each picture was taken, across a gap', () => {
    const startMs = Date.UTC(2026, 0, 1, 12);
    const stretches = [
      { startMs, endMs: startMs + 2000, mediaOffsetMs: 0 },
      { startMs: startMs + 60_000, endMs: startMs + 62_000, mediaOffsetMs: 2000 },
    ];
    const keyframes = [0, 1000, 2000, 3000];
    const { pictures } = planLapse(keyframes, { lengthMs: 4000, speed: 25 });
    const lines = [...lapseClockLines(pictures, keyframes, { stretches, timeZone: 'UTC' })];
    expect(lines.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [0, 40],
      [40, 80],
      [80, 120],
      [120, 160],
    ]);
    expect(lines.map(({ text }) => /12:\d\d:\d\d/.exec(text)?.[0])).toEqual([
      '12:00:00',
      '12:00:01',
      '12:01:00',
      '12:01:01',
    ]);
  });
});

it('maps stretches to the time of the file', () => {
  expect(lapseStretches([{ startMs: 5, endMs: 9, mediaOffsetMs: 1000 }], 50)).toEqual([
    { startMs: 5, endMs: 9, mediaOffsetMs: 20 },
  ]);
});
