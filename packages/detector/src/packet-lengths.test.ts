import fc from 'fast-check';
import { expect, it } from 'vitest';
import { watchPacketLengths } from './packet-lengths.ts';

const MAX_BYTES = 300;

/** A packet with a body of this length. */
function packet(bytes: number): number[] {
  const length: number[] = [];
  for (let left = bytes; length.length === 0 || left > 0; left = Math.floor(left / 128))
    length.push((left % 128) | (left >= 128 ? 0x80 : 0));
  return [0x30, ...length, ...Array<number>(bytes).fill(0xff)];
}
const isTooLarge = (bytes: readonly number[], cuts: readonly number[]) => {
  let count = 0;
  const watch = watchPacketLengths(MAX_BYTES, () => {
    count += 1;
  });
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  for (const to of places) {
    watch(Uint8Array.from(bytes.slice(from, to)));
    from = to;
  }
  return count;
};

it('finds a packet that is too large, once, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(600)), fc.array(fc.nat()), (sizes, cuts) => {
      const expected = sizes.some((bytes) => bytes > MAX_BYTES) ? 1 : 0;
      expect(isTooLarge(sizes.flatMap(packet), cuts)).toBe(expected);
    }),
  );
});

it('finds it by its head', () => expect(isTooLarge(packet(250_000_000 % 2 ** 21).slice(0, 4), [])).toBe(1));

it('refuses a length that never ends', () => expect(isTooLarge([0x30, 0x80, 0x80, 0x80, 0x80], [])).toBe(1));
