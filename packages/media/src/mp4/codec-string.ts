import { ByteCursor } from './byte-cursor.ts';

const hexByte = (value: number) => value.toString(16).padStart(2, '0').toUpperCase();

/** RFC 6381 name of an H.264 stream, from its avcC record. */
export function avcCodecString(sampleEntry: string, avcC: Uint8Array): string {
  const cursor = new ByteCursor(avcC);
  cursor.skip(1);
  return `${sampleEntry}.${hexByte(cursor.u8())}${hexByte(cursor.u8())}${hexByte(cursor.u8())}`;
}

function reverseBits32(value: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 32; bit += 1) reversed = (reversed << 1) | ((value >>> bit) & 1);
  return reversed >>> 0;
}

/** ISO/IEC 14496-15 annex E name of an H.265 stream, from its hvcC record. */
export function hevcCodecString(sampleEntry: string, hvcC: Uint8Array): string {
  const cursor = new ByteCursor(hvcC);
  cursor.skip(1);
  const profile = cursor.u8();
  const compatibility = reverseBits32(cursor.u32());
  const constraints = [...cursor.bytes(6)];
  const level = cursor.u8();
  while (constraints.at(-1) === 0) constraints.pop();
  const space = ['', 'A', 'B', 'C'][profile >>> 6] ?? '';
  const tier = (profile & 0x20) === 0 ? 'L' : 'H';
  const parts = [sampleEntry, `${space}${profile & 0x1f}`, compatibility.toString(16).toUpperCase(), `${tier}${level}`];
  return [...parts, ...constraints.map((byte) => byte.toString(16).toUpperCase())].join('.');
}

export interface AudioConfig {
  codec: string;
  decoderConfig: Uint8Array;
}

const DECODER_CONFIG_TAG = 4;
const DECODER_SPECIFIC_TAG = 5;

function descriptorLength(cursor: ByteCursor): number {
  let length = 0;
  for (let i = 0; i < 4; i += 1) {
    const byte = cursor.u8();
    length = (length << 7) | (byte & 0x7f);
    if ((byte & 0x80) === 0) break;
  }
  return length;
}

/** Name and decoder set-up of an MPEG-4 audio stream, from its esds box. */
export function mpeg4AudioConfig(sampleEntry: string, esds: Uint8Array): AudioConfig {
  const cursor = new ByteCursor(esds);
  cursor.skip(4);
  cursor.skip(1);
  descriptorLength(cursor);
  cursor.skip(2);
  const flags = cursor.u8();
  if (flags & 0x80) cursor.skip(2);
  if (flags & 0x40) cursor.skip(cursor.u8());
  if (flags & 0x20) cursor.skip(2);
  if (cursor.u8() !== DECODER_CONFIG_TAG) return { codec: sampleEntry, decoderConfig: new Uint8Array() };
  descriptorLength(cursor);
  const objectType = cursor.u8();
  // Stream type and the three bit rates do not affect decoding, and encoders vary them.
  cursor.skip(12);
  const name = `${sampleEntry}.${objectType.toString(16).toUpperCase().padStart(2, '0')}`;
  if (cursor.remaining === 0 || cursor.u8() !== DECODER_SPECIFIC_TAG) {
    return { codec: name, decoderConfig: new Uint8Array() };
  }
  const decoderConfig = cursor.bytes(descriptorLength(cursor));
  const first = decoderConfig[0];
  if (objectType !== 0x40 || first === undefined) return { codec: name, decoderConfig };
  const short = first >>> 3;
  const long = 32 + (((first & 7) << 3) | ((decoderConfig[1] ?? 0) >>> 5));
  return { codec: `${name}.${short === 31 ? long : short}`, decoderConfig };
}
