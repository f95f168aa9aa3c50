import { describe, expect, it } from 'vitest';
import { STRONG, WEAK } from './background.ts';
import { BlobFinder } from './blobs.ts';

const [width, height] = [20, 12];

/** `#` is strong, `+` is weak. */
function find(rows: readonly string[], onlyStrong = false) {
  const foreground = new Uint8Array(width * height);
  rows.forEach((row, y) => {
    [...row].forEach((mark, x) => {
      foreground[(y + 2) * width + x + 2] = mark === '#' ? STRONG : mark === '+' ? WEAK : 0;
    });
  });
  return new BlobFinder(width, height).find(foreground, { minArea: 3, onlyStrong }).map(({ area }) => area);
}

describe('blobs', () => {
  it.each([
    ['keeps parts apart with a gap of two pixels', ['##..##', '##..##'], [4, 4]],
    ['joins parts with a gap of one pixel', ['##.##', '##.##'], [8]],
    ['drops isolated pixels', ['#....#', '......', '#....#'], []],
    ['fills the holes of an object with weak pixels', ['##++++##', '##++++##'], [16]],
    ['does not start with weak pixels', ['++++', '++++'], []],
  ])('%s', (_title, rows, areas) => {
    expect(find(rows)).toEqual(areas);
  });

  it('ignores weak pixels if it is asked to', () => {
    expect(find(['##++++##', '##++++##'], true)).toEqual([4, 4]);
  });
});
