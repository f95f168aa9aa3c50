import { BitReader } from './bit-reader.ts';
import type { VideoCodec } from './sdp.ts';

/**
 * What a decoder and the head of a file are set up for, out of a sequence parameter set: two sets of one shape may follow
 * each other in one file. Timing, colours and numbering are left out, since the pictures bring them along. A set that
 * cannot be read stands for itself alone.
 */
export function pictureShape(codec: VideoCodec, sequenceSet: Buffer): string {
  const shape = codec === 'h264' ? h264Shape(sequenceSet) : h265Shape(sequenceSet);
  return shape === undefined ? sequenceSet.toString('base64') : [codec, ...Object.values(shape)].join(' ');
}

export interface PictureShape {
  profile: number;
  level: number;
  chroma: number;
  bitDepths: string;
  fields: 'progressive' | 'interlaced';
  widthPx: number;
  heightPx: number;
}

/** Of these profiles the chroma format is written out. */
const withChroma: readonly number[] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

export function h264Shape(set: Buffer): PictureShape | undefined {
  const bits = new BitReader(set, 1);
  const profile = bits.bits(8);
  bits.skip(8);
  const level = bits.bits(8);
  bits.unsigned();
  const { chroma, separate, bitDepths } = withChroma.includes(profile)
    ? h264Chroma(bits)
    : { chroma: 1, separate: false, bitDepths: '8 8' };
  bits.unsigned();
  skipPictureOrder(bits);
  bits.unsigned();
  bits.skip(1);
  const widthMacroblocks = bits.unsigned() + 1;
  const heightMapUnits = bits.unsigned() + 1;
  const isProgressive = bits.bit() === 1;
  if (!isProgressive) bits.skip(1);
  bits.skip(1);
  const fieldFactor = isProgressive ? 1 : 2;
  const unit = cropUnit(separate ? 0 : chroma);
  const crop = cropping(bits);
  return sensible(bits, {
    profile,
    level,
    chroma,
    bitDepths,
    fields: isProgressive ? 'progressive' : 'interlaced',
    widthPx: widthMacroblocks * 16 - crop.columns * unit.width,
    heightPx: heightMapUnits * 16 * fieldFactor - crop.rows * unit.height * fieldFactor,
  });
}

function h264Chroma(bits: BitReader): { chroma: number; separate: boolean; bitDepths: string } {
  const chroma = bits.unsigned();
  const separate = chroma === 3 && bits.bit() === 1;
  const bitDepths = `${bits.unsigned() + 8} ${bits.unsigned() + 8}`;
  bits.skip(1);
  if (bits.bit() === 1) {
    const lists = chroma === 3 ? 12 : 8;
    for (let list = 0; list < lists; list += 1) if (bits.bit() === 1) skipScalingList(bits, list < 6 ? 16 : 64);
  }
  return { chroma, separate, bitDepths };
}

function skipScalingList(bits: BitReader, entries: number): void {
  let last = 8;
  let next = 8;
  for (let entry = 0; entry < entries; entry += 1) {
    if (next !== 0) next = (last + bits.signed() + 256) % 256;
    if (next !== 0) last = next;
  }
}

function skipPictureOrder(bits: BitReader): void {
  const kind = bits.unsigned();
  if (kind === 0) bits.unsigned();
  if (kind !== 1) return;
  bits.skip(1);
  bits.signed();
  bits.signed();
  const frames = Math.min(bits.unsigned(), 255);
  for (let frame = 0; frame < frames; frame += 1) bits.signed();
}

export function h265Shape(set: Buffer): PictureShape | undefined {
  const bits = new BitReader(set, 2);
  bits.skip(4);
  const subLayers = bits.bits(3);
  bits.skip(1);
  const profile = bits.bits(8);
  bits.skip(32 + 48);
  const level = bits.bits(8);
  skipSubLayers(bits, subLayers);
  bits.unsigned();
  const chroma = bits.unsigned();
  const separate = chroma === 3 && bits.bit() === 1;
  const codedWidth = bits.unsigned();
  const codedHeight = bits.unsigned();
  const crop = cropping(bits);
  const unit = cropUnit(separate ? 0 : chroma);
  return sensible(bits, {
    profile,
    level,
    chroma,
    bitDepths: `${bits.unsigned() + 8} ${bits.unsigned() + 8}`,
    fields: 'progressive',
    widthPx: codedWidth - crop.columns * unit.width,
    heightPx: codedHeight - crop.rows * unit.height,
  });
}

function skipSubLayers(bits: BitReader, subLayers: number): void {
  if (subLayers === 0) return;
  const present: { profile: boolean; level: boolean }[] = [];
  for (let layer = 0; layer < subLayers; layer += 1)
    present.push({ profile: bits.bit() === 1, level: bits.bit() === 1 });
  bits.skip(2 * (8 - subLayers));
  for (const { profile, level } of present) bits.skip((profile ? 88 : 0) + (level ? 8 : 0));
}

function cropping(bits: BitReader): { columns: number; rows: number } {
  if (bits.bit() === 0) return { columns: 0, rows: 0 };
  const columns = bits.unsigned() + bits.unsigned();
  return { columns, rows: bits.unsigned() + bits.unsigned() };
}

const cropUnit = (chroma: number) => ({
  width: chroma === 1 || chroma === 2 ? 2 : 1,
  height: chroma === 1 ? 2 : 1,
});

const LARGEST_PX = 16_384;

function sensible(bits: BitReader, shape: PictureShape): PictureShape | undefined {
  const { chroma, widthPx, heightPx } = shape;
  if (bits.isPastEnd || chroma > 3) return undefined;
  const fits = (px: number) => px > 0 && px <= LARGEST_PX;
  return fits(widthPx) && fits(heightPx) ? shape : undefined;
}
