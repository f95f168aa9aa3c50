import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitPayload } from './fit-payload.ts';

/** The units that a receiver assembles from payloads; written from RFC 6184, not from the code under test. */
function received(payloads: readonly Buffer[]): Buffer[] {
  const units: Buffer[] = [];
  let open: Buffer[] | undefined;
  for (const payload of payloads) {
    const type = payload.readUInt8(0) & 0x1f;
    if (type === 28) {
      const [indicator, header] = [payload.readUInt8(0), payload.readUInt8(1)];
      if (header & 0x80) open = [Buffer.of((indicator & 0xe0) | (header & 0x1f))];
      open?.push(payload.subarray(2));
      if (header & 0x40 && open) {
        units.push(Buffer.concat(open));
        open = undefined;
      }
    } else if (type === 24) {
      for (let at = 1; at < payload.length; at += 2 + payload.readUInt16BE(at))
        units.push(payload.subarray(at + 2, at + 2 + payload.readUInt16BE(at)));
    } else units.push(payload);
  }
  return units;
}

const unit = fc
  .tuple(
    fc.integer({ min: 1, max: 23 }),
    fc.integer({ min: 0, max: 3 }),
    fc.uint8Array({ minLength: 1, maxLength: 5_000 }),
  )
  .map(([type, reference, body]) => Buffer.concat([Buffer.of((reference << 5) | type), body]));

const aggregate = (units: readonly Buffer[]) =>
  Buffer.concat([
    Buffer.of(24),
    ...units.flatMap((one) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(one.length);
      return [length, one];
    }),
  ]);

describe('payloads for datagrams', () => {
  it('contain every unit completely, none larger than the limit', () => {
    fc.assert(
      fc.property(unit, fc.integer({ min: 10, max: 1_200 }), (nal, most) => {
        const fitted = fitPayload(nal, most);
        expect(Math.max(...fitted.map(({ length }) => length))).toBeLessThanOrEqual(most);
        expect(received(fitted)).toEqual([nal]);
      }),
    );
  });

  it('split aggregates and fragments further', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 2, maxLength: 4 }), (units) => {
        expect(received(fitPayload(aggregate(units), 100))).toEqual(units);
      }),
    );
    fc.assert(
      fc.property(unit, (nal) => {
        const coarse = fitPayload(nal, 3_000);
        expect(received(coarse.flatMap((payload) => fitPayload(payload, 700)))).toEqual([nal]);
      }),
    );
  });

  it('of any input are bounded and do not throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 4_000 }), (bytes) => {
        const total = fitPayload(Buffer.from(bytes), 200).reduce((sum, { length }) => sum + length, 0);
        expect(total).toBeLessThan(bytes.length * 2 + 200);
      }),
    );
  });
});

it('does not follow nested aggregates, however deep', () => {
  const nested = Buffer.alloc(65_001, 5);
  for (let at = 0; at + 1_300 < nested.length; at += 3) {
    nested.writeUInt8(24, at);
    nested.writeUInt16BE(nested.length - at - 3, at + 1);
  }
  expect(fitPayload(nested, 1_200)).toEqual([]);
});
