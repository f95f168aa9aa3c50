import { isAboutLinear, measureGrowth } from '@holdfast/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storableJson } from './storable-json.ts';

describe('storable JSON', () => {
  it.each([
    ['\ud800', '\ufffd'],
    ['a\udc00\ud800b', 'a\ufffd\ufffdb'],
    ['\u0000\u0000', '\ufffd\ufffd'],
    ['\u{1f6aa}', '\u{1f6aa}'],
    ['\\ud800 and \\\\u0000', '\\ud800 and \\\\u0000'],
    ['\\\ud800', '\\\ufffd'],
  ])('writes %j as %j, in values and in names', (text, written) =>
    expect(JSON.parse(storableJson({ [text]: [text] }))).toEqual({ [written]: [written] }),
  );

  it('changes nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0x10ffff)), (codes) => {
        const text = String.fromCodePoint(...codes);
        const expected = text.toWellFormed().replaceAll('\0', '\ufffd');
        expect(JSON.parse(storableJson(text))).toBe(expected);
      }),
    );
  });

  it('takes linear time', () => {
    for (const piece of ['\\', '\ud800', 'a\\'])
      expect(measureGrowth((size) => piece.repeat(size / piece.length), storableJson, 4_000)).toSatisfy(isAboutLinear);
  });
});
