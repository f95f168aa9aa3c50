import type { FoldedPlate } from './look-alikes.ts';

/**
 * Which characters occur at least once and at least twice, one bit each: 29 characters are left after folding,
 * so both fit a machine word and comparing two signatures takes a handful of instructions.
 */
export type PlateSignature = { readonly once: number; readonly twice: number };

const FOLDED_ALPHABET = '0123456789ACEFHJKLMNPQRTUVWXY';
const bitOf = new Int32Array(128);
for (let index = 0; index < FOLDED_ALPHABET.length; index += 1) bitOf[FOLDED_ALPHABET.charCodeAt(index)] = 1 << index;

export function signatureOf(folded: FoldedPlate): PlateSignature {
  let once = 0;
  let twice = 0;
  for (let index = 0; index < folded.length; index += 1) {
    const bit = bitOf[folded.charCodeAt(index)] ?? 0;
    twice |= once & bit;
    once |= bit;
  }
  return { once, twice };
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Whether the edit distance certainly exceeds the limit: one edit removes at most one surplus character on each side. Counting
 * only to two lets more through, never too few.
 */
export function certainlyBeyond(a: PlateSignature, b: PlateSignature, limit: number): boolean {
  // Most pairs share little; one word decides those.
  if (bitCount(a.once ^ b.once) > 2 * limit) return true;
  return (
    bitCount(a.once & ~b.once) + bitCount(a.twice & ~b.twice) > limit ||
    bitCount(b.once & ~a.once) + bitCount(b.twice & ~a.twice) > limit
  );
}
