import { describe, expect, it } from 'vitest';
import { type Glyph, glyphOf } from './glyph.ts';
import { glyphsOf, type TimelineMark } from './mark.ts';

const scale = { startMs: 0, endMs: 100_000, widthPx: 1_000 };
const mark = (second: number, glyph?: Glyph): TimelineMark => ({
  id: String(second),
  kind: 'detection',
  cameraId: 'gate',
  startMs: second * 1000,
  endMs: second * 1000,
  text: '',
  ...(glyph && { glyph }),
});

describe('symbols of events', () => {
  it('follow the label', () => {
    expect(['person', 'truck', 'cat', 'license_plate', 'gnome', 'constructor'].map(glyphOf)).toEqual([
      'person',
      'vehicle',
      'animal',
      'plate',
      'other',
      'other',
    ]);
  });

  it('are one where they would overlap, of the most important kind', () => {
    const marks = [mark(10, 'vehicle'), mark(10.5, 'person'), mark(12, 'animal'), mark(50), mark(200, 'person')];
    expect(glyphsOf(marks, scale)).toEqual([
      { xPx: 100, glyph: 'person', count: 2 },
      { xPx: 120, glyph: 'animal', count: 1 },
    ]);
  });
});
