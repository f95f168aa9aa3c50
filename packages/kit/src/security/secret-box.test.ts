import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox(Buffer.alloc(32, 1));

describe('a sealed secret', () => {
  it('opens to the original text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(box.open(box.seal(text))).toBe(text);
      }),
    );
  });
  it('looks different each time', () => expect(box.seal('same')).not.toEqual(box.seal('same')));
  it('does not open with another key', () =>
    expect(createSecretBox(Buffer.alloc(32, 2)).open(box.seal('x'))).toBeUndefined());
  it('does not open once a single bit was changed', () => {
    const sealed = box.seal('secret');
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.nat(7), (at, bit) => {
        const bent = Buffer.from(sealed);
        bent[at] = (bent[at] ?? 0) ^ (1 << bit);
        expect(box.open(bent)).toBeUndefined();
      }),
    );
  });
  it('does not open when cut short', () => expect(box.open(box.seal('secret').subarray(0, 20))).toBeUndefined());
});
