import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findElement, findElements, parseXml, textOf } from './xml.ts';

describe('untrusted XML', () => {
  it('is parsed without prefixes', () => {
    const root = parseXml(
      `<?xml version="1.0"?><s:A xmlns:s="x"><!-- no --><t:B k='1' t:l="a>b">one &amp; <![CDATA[<two>]]></t:B><B/></s:A>`,
    );
    expect(root?.name).toBe('A');
    expect(root && findElements(root, 'B')).toHaveLength(2);
    expect(root && findElement(root, 'B')).toMatchObject({ attributes: { k: '1', l: 'a>b' }, text: 'one & <two>' });
    expect(textOf(root, 'B')).toBe('one & <two>');
    expect(textOf(root, 'C')).toBeUndefined();
  });

  it('has only the five predefined entities and character references', () => {
    expect(parseXml('<a>&lt;&#65;&#x42;&xxe;&#0;&#1114112;</a>')?.text).toBe('<AB&xxe;&#0;&#1114112;');
  });

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an entity that multiplies', '<!DOCTYPE lolz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><a>&b;</a>'],
    ['nothing', ''],
    ['text', 'HTTP/1.1 200 OK'],
    ['an element that does not end', '<a><b></a>'],
    ['a tag that does not end', '<a b="'],
    ['an end without a beginning', '</a>'],
    ['two roots', '<a/><b/>'],
    ['a comment that does not end', '<a><!-- </a>'],
    ['a page', '<html><br><p>Sign in</html>'],
    ['too many elements', `<a>${'<b/>'.repeat(6_000)}</a>`],
    ['too deep a nest', `${'<a>'.repeat(80)}${'</a>'.repeat(80)}`],
  ])('is rejected with %s', (_title, source) => expect(parseXml(source)).toBeUndefined());

  it('cannot pollute a prototype', () => {
    expect(parseXml('<a __proto__="x" constructor="y"/>')?.attributes.toString).toBeUndefined();
  });

  it('never throws and never hangs, for any input', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '/>',
      '<a',
      '"',
      "'",
      '=',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '&',
      ';',
      '#',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        parseXml(pieces.join(''));
      }),
    );
    expect(parseXml('<a '.repeat(100_000))).toBeUndefined();
    expect(parseXml(`<a ${'b="'.repeat(100_000)}`)).toBeUndefined();
    expect(parseXml(`<${'a'.repeat(300_000)}>`)).toBeUndefined();
  });
});
