import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureShape } from './picture-shape.ts';
import { readSequenceSet } from './sequence-set.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const at20 = hex('67640028acd940780227e5c044000003000400000300a03c60c658');
const at25 = hex('67640028acd940780227e5c05a808100a0000003002000000641e30632c0');

/** Writes fields as an encoder does. */
class BitWriter {
  #bits = '';

  bits(value: number, count: number): this {
    this.#bits += value.toString(2).padStart(count, '0').slice(-count);
    return this;
  }

  unsigned(value: number): this {
    const code = (value + 1).toString(2);
    this.#bits += '0'.repeat(code.length - 1) + code;
    return this;
  }

  unit(header: readonly number[]): Buffer {
    const bits = `${this.#bits}1`;
    const bytes = [...header];
    let zeros = 0;
    for (let at = 0; at < bits.length; at += 8) {
      const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '0'), 2);
      if (zeros >= 2 && byte <= 3) {
        bytes.push(3);
        zeros = 0;
      }
      bytes.push(byte);
      zeros = byte === 0 ? zeros + 1 : 0;
    }
    return Buffer.from(bytes);
  }
}

interface Written {
  level: number;
  setNumber: number;
  width16: number;
  height16: number;
  cropRight: number;
  cropBottom: number;
  /** Anything after the size: timing, colours. */
  usability: readonly number[];
}

const fields: fc.Arbitrary<Written> = fc.record({
  level: fc.integer({ min: 10, max: 62 }),
  setNumber: fc.nat(31),
  width16: fc.integer({ min: 2, max: 512 }),
  height16: fc.integer({ min: 2, max: 512 }),
  cropRight: fc.nat(7),
  cropBottom: fc.nat(7),
  usability: fc.array(fc.nat(255), { minLength: 4, maxLength: 20 }),
});

function writeH264({ level, setNumber, width16, height16, cropRight, cropBottom, usability }: Written): Buffer {
  const writer = new BitWriter().bits(77, 8).bits(0, 8).bits(level, 8).unsigned(setNumber);
  writer.unsigned(4).unsigned(0).unsigned(4).unsigned(3).bits(0, 1);
  writer
    .unsigned(width16 - 1)
    .unsigned(height16 - 1)
    .bits(1, 1)
    .bits(1, 1);
  writer.bits(1, 1).unsigned(0).unsigned(cropRight).unsigned(0).unsigned(cropBottom).bits(1, 1);
  for (const byte of usability) writer.bits(byte, 8);
  return writer.unit([0x67]);
}

function writeH265({ level, setNumber, width16, height16, cropRight, cropBottom, usability }: Written): Buffer {
  const writer = new BitWriter().bits(0, 4).bits(0, 3).bits(1, 1).bits(1, 8);
  writer.bits(0x6000, 16).bits(0, 16).bits(0x9000, 16).bits(0, 32).bits(level, 8);
  writer
    .unsigned(setNumber % 16)
    .unsigned(1)
    .unsigned(width16 * 16)
    .unsigned(height16 * 16);
  writer.bits(1, 1).unsigned(0).unsigned(cropRight).unsigned(0).unsigned(cropBottom).unsigned(0).unsigned(0);
  for (const byte of usability) writer.bits(byte, 8);
  return writer.unit([0x42, 1]);
}

describe('the shape of pictures, read from a sequence parameter set', () => {
  it.each([
    ['without chroma fields', '6742c016da0280bfe5c044000003000400000300a03c58ba80', [66, 22, 1, '8 8', 640, 360]],
    ['cropped', at20.toString('hex'), [100, 40, 1, '8 8', 1920, 1080]],
    ['interlaced', '6764001eacd940b424d8088000000300800000190f8a14cb', [100, 30, 1, '8 8', 720, 576]],
    ['in full colour', '67f4000d90d9b282a33c7c5e0220000003002000000641e28532c0', [244, 13, 3, '10 10', 322, 182]],
  ])('is that of real H.264 %s', (_title, set, expected) => {
    const shape = readSequenceSet('h264', hex(set))?.shape;
    expect([shape?.profile, shape?.level, shape?.chroma, shape?.bitDepths, shape?.widthPx, shape?.heightPx]).toEqual(
      expected,
    );
  });

  it.each([
    [
      'of a size that needs cropping',
      '420101016000000300900000030000030078a003c0801107cb965654a4c2f0168080000003008000000a04',
      [1, 120, 1, '8 8', 1920, 1080],
    ],
    [
      'of ten bits',
      '4201010408000003009d0800000300003fb005220171c44ed965654a4c2f016808000003000800000300a040',
      [4, 63, 2, '10 10', 642, 362],
    ],
    [
      'with layers in time',
      '42010201600000030090000003000003003c0000a00a080c1f3e59594aca94985e02d0100000030010000003014080',
      [1, 60, 1, '8 8', 320, 180],
    ],
  ])('is that of real H.265 %s', (_title, set, expected) => {
    const shape = readSequenceSet('h265', hex(set))?.shape;
    expect([shape?.profile, shape?.level, shape?.chroma, shape?.bitDepths, shape?.widthPx, shape?.heightPx]).toEqual(
      expected,
    );
  });

  it('is the same for another rate and other colours', () => {
    expect(pictureShape('h264', at25)).toBe(pictureShape('h264', at20));
  });

  it.each([
    ['h264', writeH264],
    ['h265', writeH265],
  ] as const)('is as written, whatever else the set of %s contains', (codec, write) => {
    fc.assert(
      fc.property(fields, fields, (one, other) => {
        const widthPx = one.width16 * 16 - one.cropRight * 2;
        const heightPx = one.height16 * 16 - one.cropBottom * 2;
        expect(readSequenceSet(codec, write(one))?.shape).toMatchObject({ level: one.level, widthPx, heightPx });
        const sameShape = { ...one, setNumber: other.setNumber, usability: other.usability };
        expect(pictureShape(codec, write(sameShape))).toBe(pictureShape(codec, write(one)));
        const otherSize = { ...one, width16: one.width16 + 1 };
        expect(pictureShape(codec, write(otherSize))).not.toBe(pictureShape(codec, write(one)));
      }),
    );
  });

  it('of garbage is the garbage itself', () => {
    fc.assert(
      fc.property(fc.constantFrom('h264', 'h265'), fc.uint8Array({ maxLength: 8 }), (codec, bytes) => {
        expect(pictureShape(codec, Buffer.from(bytes))).toEqual(expect.any(String));
      }),
    );
    expect(pictureShape('h264', hex('67010203'))).not.toBe(pictureShape('h264', hex('67010204')));
  });
});
