import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWholeMp4 } from './is-whole-mp4.ts';

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const track = (kind: string) =>
  box(
    'trak',
    box('tkhd', Buffer.alloc(84)),
    box('mdia', box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from(kind)]))),
  );
const ftyp = box('ftyp', Buffer.from('isom'));
const mdat = box('mdat', Buffer.alloc(100));
const movie = (...kinds: string[]) => box('moov', box('mvhd', Buffer.alloc(100)), ...kinds.map(track));
const WHOLE = Buffer.concat([ftyp, movie('soun', 'vide'), mdat]);

describe('an MP4 from elsewhere', () => {
  it.each<[string, Buffer, boolean]>([
    ['with its index first', WHOLE, true],
    ['with its index last', Buffer.concat([ftyp, mdat, movie('vide')]), true],
    ['in fragments', Buffer.concat([ftyp, movie('vide'), box('moof'), mdat, box('moof'), mdat]), true],
    ['without a video track', Buffer.concat([ftyp, movie('soun'), mdat]), false],
    ['without its index', Buffer.concat([ftyp, mdat]), false],
    ['without pictures', Buffer.concat([ftyp, movie('vide')]), false],
    ['with something before it', Buffer.concat([mdat, ftyp, movie('vide'), mdat]), false],
    ['with something after it', Buffer.concat([WHOLE, Buffer.from('<html>')]), false],
    ['with a broken index', Buffer.concat([ftyp, box('moov', Buffer.from('nothing of the kind')), mdat]), false],
    ['that is empty', Buffer.alloc(0), false],
    ['that is a page', Buffer.from('<!doctype html><title>Sign in</title>'), false],
    ['that is a picture', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), false],
  ])('%s', (_title, bytes, expected) => expect(isWholeMp4(bytes)).toBe(expected));

  it('that breaks off anywhere inside a box is not whole', () => {
    for (let length = 0; length < WHOLE.length; length += 1)
      expect([length, isWholeMp4(WHOLE.subarray(0, length))]).toEqual([length, false]);
  });

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(isWholeMp4(bytes)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.nat(WHOLE.length - 1), fc.nat(255), (at, value) => {
        const changed = Buffer.from(WHOLE);
        changed[at] = value;
        expect(typeof isWholeMp4(changed)).toBe('boolean');
      }),
    );
  });
});
