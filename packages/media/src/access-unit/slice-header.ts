import { BitReader } from '../rtp/bit-reader.ts';
import type { VideoCodec } from '../rtp/sdp.ts';
import type { SequenceSet } from '../rtp/sequence-set.ts';

/** Enough for all fields that are read, including emulation prevention bytes. */
const READ_BYTES = 24;

/**
 * Whether the slice is the first of a picture (in H.264: or of a field); one bit after the NAL header in both codecs.
 */
export const isFirstSlice = (firstByte: number): boolean => (firstByte & 0x80) !== 0;

/** The id of the picture parameter set that a slice refers to. `body` starts after the NAL header. */
export function pictureSetOf(codec: VideoCodec, type: number, body: Buffer): number {
  const bits = new BitReader(body.subarray(0, READ_BYTES), 0);
  if (codec === 'h264') {
    bits.unsigned();
    bits.unsigned();
    return bits.unsigned();
  }
  bits.skip(1);
  if (type >= 16 && type <= 23) bits.skip(1);
  return bits.unsigned();
}

/** One of the two fields of a frame. */
export interface Field {
  frameNumber: number;
  isBottom: boolean;
}

/** The field of an H.264 slice; undefined for a whole frame. */
export function fieldOf(body: Buffer, slices: SequenceSet['slices']): Field | undefined {
  if (slices === undefined || slices.framesOnly) return undefined;
  const bits = new BitReader(body.subarray(0, READ_BYTES), 0);
  bits.unsigned();
  bits.unsigned();
  bits.unsigned();
  if (slices.separatePlanes) bits.skip(2);
  const frameNumber = bits.bits(slices.frameNumberBits);
  return bits.bit() === 1 ? { frameNumber, isBottom: bits.bit() === 1 } : undefined;
}

export const isSecondField = (first: Field | undefined, second: Field | undefined): boolean =>
  first !== undefined &&
  second !== undefined &&
  first.frameNumber === second.frameNumber &&
  first.isBottom !== second.isBottom;
