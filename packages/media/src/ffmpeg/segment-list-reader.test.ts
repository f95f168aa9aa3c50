import { describe, expect, it } from 'vitest';
import { readSegmentListLine } from './segment-list-reader.ts';

describe('segment list', () => {
  it('names the finished file of the run and its stream times', () => {
    expect(readSegmentListLine('000000012.mp4,2.133008,6.132031')).toEqual({
      kind: 'finished',
      fileName: '000000012.mp4',
      mediaStartSeconds: 2.133008,
      mediaEndSeconds: 6.132031,
    });
  });

  it.each([
    '12.mp4,0.000000,4.000000',
    '../000000012.mp4,0.000000,4.000000',
    '000000012-r1.mp4,0.000000,4.000000',
    '20261115T150148Z.mp4,0.000000,4.000000',
    '000000012.mp4,0.0',
    '000000012.mp4',
    '000000012.mp4,0.000000,4.000000,evil',
    'frame= 10 fps=1',
    '',
  ])('does not act on %j', (line) => expect(readSegmentListLine(line)).toEqual({ kind: 'unexpected' }));
});
