import { describe, expect, it } from 'vitest';
import { readSegmentListLine } from './segment-list-reader.ts';

describe('segment list', () => {
  it('names the finished file and its stream times', () => {
    expect(readSegmentListLine('20261115T150148Z.mp4,2.133008,6.132031')).toEqual({
      kind: 'finished',
      fileName: '20261115T150148Z.mp4',
      named: { kind: 'clock', startMs: Date.UTC(2026, 10, 15, 15, 1, 48) },
      mediaStartSeconds: 2.133008,
      mediaEndSeconds: 6.132031,
    });
  });

  it('knows a numbered file of a run', () => {
    expect(readSegmentListLine('000000012.mp4,44.000000,48.000000')).toMatchObject({
      fileName: '000000012.mp4',
      named: { kind: 'sequence', number: 12 },
    });
  });

  it.each([
    '12.mp4,0.000000,4.000000',
    '../20261115T150148Z.mp4,0.000000,4.000000',
    '20261115T150148Z-r1.mp4,0.000000,4.000000',
    '20260230T150148Z.mp4,0.000000,4.000000',
    '20261115T150148Z.mp4,0.0',
    '20261115T150148Z.mp4',
    '20261115T150148Z.mp4,0.000000,4.000000,evil',
    'frame= 10 fps=1',
    '',
  ])('does not act on %j', (line) => expect(readSegmentListLine(line)).toEqual({ kind: 'unexpected' }));
});
