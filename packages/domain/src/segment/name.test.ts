import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSibling, parseSiblingName, siblingName } from './collision.ts';
import { parseSegmentName, segmentName } from './name.ts';

const moment = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });

describe('segment names', () => {
  it('carry a second-resolution UTC timestamp', () => {
    expect(segmentName(Date.UTC(2026, 10, 15, 15, 1, 46, 999))).toBe('20261115T150146Z.mp4');
  });

  it('are parsed back to their second', () => {
    fc.assert(
      fc.property(moment, (ms) => {
        expect(parseSegmentName(segmentName(ms))).toEqual({ startMs: ms - (ms % 1000) });
      }),
    );
  });

  it('sort as their times do', () => {
    fc.assert(fc.property(moment, moment, (a, b) => a > b || segmentName(a) <= segmentName(b)));
  });

  it.each([
    ['a day that does not exist', '20260230T000000Z.mp4'],
    ['a leap second', '20261231T235960Z.mp4'],
    ['hour 24', '20261231T240000Z.mp4'],
    ['local time', '20261115T150146.mp4'],
    ['a path', '../20261115T150146Z.mp4'],
    ['a trailing newline', '20261115T150146Z.mp4\n'],
    ['another ending', '20261115T150146Z.MP4'],
    ['other digits', '２0261115T150146Z.mp4'],
    ['a moment before 1970', '19691231T235959Z.mp4'],
    ['the first century', '00260101T000000Z.mp4'],
    ['a month that rolls over beyond the last year', '99991301T000000Z.mp4'],
    ['a sibling', '20261115T150146Z-r1.mp4'],
    ['nothing', ''],
  ])('refuse %s', (_title, name) => expect(parseSegmentName(name)).toBeUndefined());

  it('accept nothing but what they write', () => {
    const near = fc.stringMatching(/^\d{8}T\d{6}Z\.mp4$/);
    fc.assert(
      fc.property(near, (name) => {
        const parsed = parseSegmentName(name);
        if (parsed) expect(segmentName(parsed.startMs)).toBe(name);
      }),
    );
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, Date.UTC(10_000, 0)])('are not made for %s', (ms) => {
    expect(() => segmentName(ms)).toThrow(RangeError);
  });
});

describe('sibling names', () => {
  it('append -rN and differ from indexed names', () => {
    expect(siblingName('20261115T150146Z.mp4', 1)).toBe('20261115T150146Z-r1.mp4');
    expect(isSibling('20261115T150146Z-r1.mp4')).toBe(true);
    expect(isSibling('20261115T150146Z.mp4')).toBe(false);
  });

  it('are parsed back to name and rank', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 999_999_999 }), (ms, rank) => {
        const name = segmentName(ms);
        expect(parseSiblingName(siblingName(name, rank))).toEqual({ name, startMs: ms - (ms % 1000), rank });
      }),
    );
  });

  it.each([
    '20261115T150146Z-r0.mp4',
    '20261115T150146Z-r01.mp4',
    '20261115T150146Z-r.mp4',
    '20260230T000000Z-r1.mp4',
    'x-r1.mp4',
  ])('are not seen in %s', (name) => expect(isSibling(name)).toBe(false));

  it('are made from segment names only', () => {
    expect(() => siblingName('20261115T150146Z-r1.mp4', 2)).toThrow(TypeError);
    expect(() => siblingName('20261115T150146Z.mp4', 0)).toThrow(RangeError);
  });
});
