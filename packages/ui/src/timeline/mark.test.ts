import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marksAt, marksOf, openingPieces, spreadEvents, type TimelineMark } from './mark.ts';

const scale = { startMs: 0, endMs: 100_000, widthPx: 1_000 };
const mark = (part: Partial<TimelineMark>): TimelineMark => ({
  id: 'a',
  kind: 'event',
  cameraId: 'gate',
  startMs: 50_000,
  endMs: 50_000,
  text: '',
  ...part,
});

describe('marks on the timeline', () => {
  it('belong to one camera or to all', () => {
    const marks = [mark({ id: 'own' }), mark({ id: 'other', cameraId: 'yard' }), mark({ id: 'all', cameraId: null })];
    expect(marksOf(marks, 'gate').map(({ id }) => id)).toEqual(['own', 'all']);
  });

  it('are found within a few pixels, the shortest first', () => {
    const marks = [mark({ id: 'long', startMs: 10_000, endMs: 90_000 }), mark({ id: 'short' })];
    expect(marksAt(marks, scale, 50_400).map(({ id }) => id)).toEqual(['short', 'long']);
    expect(marksAt(marks, scale, 60_000).map(({ id }) => id)).toEqual(['long']);
    expect(marksAt(marks, scale, 95_000)).toEqual([]);
  });

  it('share a symbol where they are close together, and all are counted', () => {
    expect(spreadEvents([mark({}), mark({ startMs: 50_300 }), mark({ startMs: 70_000 })], scale)).toEqual([
      { xPx: 500, count: 2 },
      { xPx: 700, count: 1 },
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100_000 })), (moments) => {
        const signs = spreadEvents(
          moments.map((startMs) => mark({ startMs })),
          scale,
        );
        expect(signs.reduce((sum, { count }) => sum + count, 0)).toBe(moments.length);
        signs.slice(1).forEach(({ xPx }, i) => {
          expect(xPx - (signs[i]?.xPx ?? 0)).toBeGreaterThanOrEqual(10);
        });
      }),
    );
  });
});

describe('an opening', () => {
  it.each([
    ['is one piece while its sensor answers', [], [[0, 100, true]]],
    [
      'is unknown from the moment the hub was lost',
      [[40, 100]],
      [
        [0, 40, true],
        [40, 100, false],
      ],
    ],
    [
      'is known again afterwards',
      [
        [-10, 20],
        [50, 60],
      ],
      [
        [0, 20, false],
        [20, 50, true],
        [50, 60, false],
        [60, 100, true],
      ],
    ],
    ['may be unknown all the time', [[0, 200]], [[0, 100, false]]],
  ])('%s', (_title, lost, expected) => {
    const unknown = lost.map(([startMs = 0, endMs = 0]) => ({ startMs, endMs }));
    const pieces = openingPieces({ startMs: 0, endMs: 100, unknown });
    expect(pieces.map(({ startMs, endMs, isKnown }) => [startMs, endMs, isKnown])).toEqual(expected);
  });

  it('that has just begun is drawn', () => {
    expect(openingPieces({ startMs: 5, endMs: 5 })).toEqual([{ startMs: 5, endMs: 5, isKnown: true }]);
  });
});
