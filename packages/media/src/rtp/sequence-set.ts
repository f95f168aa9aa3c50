import { BitReader } from './bit-reader.ts';
import type { VideoCodec } from './sdp.ts';

/** The parameters that a decoder is configured for. */
export interface PictureShape {
  profile: number;
  level: number;
  chroma: number;
  bitDepths: string;
  fields: 'progressive' | 'interlaced';
  widthPx: number;
  heightPx: number;
}

/**
 * The fields of a sequence parameter set (SPS). Its optional end, the VUI, may be damaged or missing; its fields are
 * undefined then.
 */
export interface SequenceSet {
  id: number;
  shape: PictureShape;
  chroma: number;
  bitDepthLuma: number;
  bitDepthChroma: number;
  /** Pixel aspect ratio, if present. */
  pixelAspect: { width: number; height: number } | undefined;
  colours: { primaries: number; transfer: number; matrix: number; fullRange: boolean } | undefined;
  /** By how many pictures decoding may be ahead of display; undefined if not present. */
  reorderDepth: number | undefined;
  /** H.264 only: parameters for parsing slice headers. */
  slices: { frameNumberBits: number; framesOnly: boolean; separatePlanes: boolean } | undefined;
  /** H.265 only: fields that the decoder configuration record repeats. */
  layers: { profileTierLevel: Buffer; count: number; nested: boolean } | undefined;
}

export const readSequenceSet = (codec: VideoCodec, set: Buffer): SequenceSet | undefined =>
  codec === 'h264' ? readH264Set(set) : readH265Set(set);

/** Profiles that have an explicit chroma format. */
const withChroma: readonly number[] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];
const BASELINE = 66;

function readH264Set(set: Buffer): SequenceSet | undefined {
  const bits = new BitReader(set, 1);
  const profile = bits.bits(8);
  bits.skip(8);
  const level = bits.bits(8);
  const id = bits.unsigned();
  const { chroma, separate, bitDepthLuma, bitDepthChroma } = withChroma.includes(profile)
    ? h264Chroma(bits)
    : { chroma: 1, separate: false, bitDepthLuma: 8, bitDepthChroma: 8 };
  const frameNumberBits = bits.unsigned() + 4;
  const orderKind = skipPictureOrder(bits);
  bits.unsigned();
  bits.skip(1);
  const widthMacroblocks = bits.unsigned() + 1;
  const heightMapUnits = bits.unsigned() + 1;
  const framesOnly = bits.bit() === 1;
  if (!framesOnly) bits.skip(1);
  bits.skip(1);
  const fieldFactor = framesOnly ? 1 : 2;
  const unit = cropUnit(separate ? 0 : chroma);
  const crop = cropping(bits);
  const shape: PictureShape = {
    profile,
    level,
    chroma,
    bitDepths: `${bitDepthLuma} ${bitDepthChroma}`,
    fields: framesOnly ? 'progressive' : 'interlaced',
    widthPx: widthMacroblocks * 16 - crop.columns * unit.width,
    heightPx: heightMapUnits * 16 * fieldFactor - crop.rows * unit.height * fieldFactor,
  };
  if (!isSensible(bits, shape) || frameNumberBits > 16) return undefined;
  const vui = readVui(bits, () => h264Reorder(bits));
  const neverReorders = profile === BASELINE || orderKind === 2;
  return {
    id,
    shape,
    chroma,
    bitDepthLuma,
    bitDepthChroma,
    pixelAspect: vui?.pixelAspect,
    colours: vui?.colours,
    reorderDepth: vui?.reorderDepth ?? (neverReorders ? 0 : undefined),
    slices: { frameNumberBits, framesOnly, separatePlanes: separate },
    layers: undefined,
  };
}

function h264Chroma(bits: BitReader) {
  const chroma = bits.unsigned();
  const separate = chroma === 3 && bits.bit() === 1;
  const bitDepthLuma = bits.unsigned() + 8;
  const bitDepthChroma = bits.unsigned() + 8;
  bits.skip(1);
  if (bits.bit() === 1) {
    const lists = chroma === 3 ? 12 : 8;
    for (let list = 0; list < lists; list += 1) if (bits.bit() === 1) skipScalingList(bits, list < 6 ? 16 : 64);
  }
  return { chroma, separate, bitDepthLuma, bitDepthChroma };
}

function skipScalingList(bits: BitReader, entries: number): void {
  let last = 8;
  let next = 8;
  for (let entry = 0; entry < entries; entry += 1) {
    if (next !== 0) next = (last + bits.signed() + 256) % 256;
    if (next !== 0) last = next;
  }
}

function skipPictureOrder(bits: BitReader): number {
  const kind = bits.unsigned();
  if (kind === 0) bits.unsigned();
  if (kind !== 1) return kind;
  bits.skip(1);
  bits.signed();
  bits.signed();
  const frames = Math.min(bits.unsigned(), 255);
  for (let frame = 0; frame < frames; frame += 1) bits.signed();
  return kind;
}

/** From the timing information of the VUI to its end. */
function h264Reorder(bits: BitReader): number | undefined {
  if (bits.bit() === 1) bits.skip(65);
  const nalHrd = bits.bit() === 1;
  if (nalHrd) skipH264Hrd(bits);
  const vclHrd = bits.bit() === 1;
  if (vclHrd) skipH264Hrd(bits);
  if (nalHrd || vclHrd) bits.skip(1);
  bits.skip(1);
  if (bits.bit() === 0) return undefined;
  bits.skip(1);
  for (let field = 0; field < 4; field += 1) bits.unsigned();
  return bits.unsigned();
}

function skipH264Hrd(bits: BitReader): void {
  const count = Math.min(bits.unsigned() + 1, 32);
  bits.skip(8);
  for (let buffer = 0; buffer < count; buffer += 1) {
    bits.unsigned();
    bits.unsigned();
    bits.skip(1);
  }
  bits.skip(20);
}

interface Vui {
  pixelAspect: SequenceSet['pixelAspect'];
  colours: SequenceSet['colours'];
  reorderDepth: number | undefined;
}

const MAX_REORDERED = 16;
const EXTENDED_ASPECT = 255;
/** Table E-1 of both standards, from 1 on. */
const pixelAspects: readonly (readonly [number, number])[] = [
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
];

/** The start is the same in both codecs; undefined if it is missing or truncated. */
function readVui(bits: BitReader, reorder: () => number | undefined): Vui | undefined {
  if (bits.bit() === 0) return undefined;
  const pixelAspect = bits.bit() === 1 ? readPixelAspect(bits) : undefined;
  if (bits.bit() === 1) bits.skip(1);
  const colours = bits.bit() === 1 ? readColours(bits) : undefined;
  if (bits.bit() === 1) {
    bits.unsigned();
    bits.unsigned();
  }
  if (bits.isPastEnd) return undefined;
  const depth = reorder();
  const isDeclared = depth !== undefined && !bits.isPastEnd && depth <= MAX_REORDERED;
  return { pixelAspect, colours, reorderDepth: isDeclared ? depth : undefined };
}

function readPixelAspect(bits: BitReader): SequenceSet['pixelAspect'] {
  const kind = bits.bits(8);
  const [width, height] =
    kind === EXTENDED_ASPECT ? [bits.bits(16), bits.bits(16)] : (pixelAspects[kind - 1] ?? [0, 0]);
  return width > 0 && height > 0 ? { width, height } : undefined;
}

function readColours(bits: BitReader): SequenceSet['colours'] {
  bits.skip(3);
  const fullRange = bits.bit() === 1;
  if (bits.bit() === 0) return undefined;
  return { primaries: bits.bits(8), transfer: bits.bits(8), matrix: bits.bits(8), fullRange };
}

const PROFILE_BYTES = 12;

function readH265Set(set: Buffer): SequenceSet | undefined {
  const bits = new BitReader(set, 2);
  bits.skip(4);
  const subLayers = bits.bits(3);
  const nested = bits.bit() === 1;
  const profileTierLevel = Buffer.alloc(PROFILE_BYTES);
  for (let at = 0; at < PROFILE_BYTES; at += 1) profileTierLevel[at] = bits.bits(8);
  skipSubLayers(bits, subLayers);
  const id = bits.unsigned();
  const chroma = bits.unsigned();
  const separate = chroma === 3 && bits.bit() === 1;
  const codedWidth = bits.unsigned();
  const codedHeight = bits.unsigned();
  const crop = cropping(bits);
  const unit = cropUnit(separate ? 0 : chroma);
  const bitDepthLuma = bits.unsigned() + 8;
  const bitDepthChroma = bits.unsigned() + 8;
  const shape: PictureShape = {
    profile: profileTierLevel[0] ?? 0,
    level: profileTierLevel[PROFILE_BYTES - 1] ?? 0,
    chroma,
    bitDepths: `${bitDepthLuma} ${bitDepthChroma}`,
    fields: 'progressive',
    widthPx: codedWidth - crop.columns * unit.width,
    heightPx: codedHeight - crop.rows * unit.height,
  };
  if (!isSensible(bits, shape)) return undefined;
  const orderBits = bits.unsigned() + 4;
  const reorderDepth = h265Reorder(bits, subLayers);
  const vui = bits.isPastEnd || orderBits > 16 ? undefined : readH265Vui(bits, orderBits);
  return {
    id,
    shape,
    chroma,
    bitDepthLuma,
    bitDepthChroma,
    pixelAspect: vui?.pixelAspect,
    colours: vui?.colours,
    reorderDepth,
    slices: undefined,
    layers: { profileTierLevel, count: subLayers + 1, nested },
  };
}

/** Of the highest sub-layer, which applies to the whole stream. */
function h265Reorder(bits: BitReader, subLayers: number): number | undefined {
  const isForEach = bits.bit() === 1;
  let depth = 0;
  for (let layer = isForEach ? 0 : subLayers; layer <= subLayers; layer += 1) {
    bits.unsigned();
    depth = bits.unsigned();
    bits.unsigned();
  }
  return bits.isPastEnd || depth > MAX_REORDERED ? undefined : depth;
}

/** Everything between the picture order and the VUI. */
function readH265Vui(bits: BitReader, orderBits: number): Vui | undefined {
  for (let field = 0; field < 6; field += 1) bits.unsigned();
  if (bits.bit() === 1 && bits.bit() === 1) skipH265ScalingLists(bits);
  bits.skip(2);
  if (bits.bit() === 1) {
    bits.skip(8);
    bits.unsigned();
    bits.unsigned();
    bits.skip(1);
  }
  if (!skipReferenceSets(bits)) return undefined;
  if (bits.bit() === 1) {
    const longTerm = bits.unsigned();
    if (longTerm > 32) return undefined;
    bits.skip(longTerm * (orderBits + 1));
  }
  bits.skip(2);
  return bits.isPastEnd ? undefined : readVui(bits, () => undefined);
}

function skipH265ScalingLists(bits: BitReader): void {
  for (let size = 0; size < 4; size += 1) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (bits.bit() === 0) {
        bits.unsigned();
        continue;
      }
      if (size > 1) bits.signed();
      const coefficients = Math.min(64, 1 << (4 + (size << 1)));
      for (let at = 0; at < coefficients; at += 1) bits.signed();
    }
  }
}

const MAX_REFERENCE_SETS = 64;

/** False if the sets are invalid. */
function skipReferenceSets(bits: BitReader): boolean {
  const sets = bits.unsigned();
  if (sets > MAX_REFERENCE_SETS) return false;
  let pictures = 0;
  for (let set = 0; set < sets; set += 1) {
    if (set > 0 && bits.bit() === 1) {
      bits.skip(1);
      bits.unsigned();
      let kept = 0;
      for (let picture = 0; picture <= pictures; picture += 1) if (bits.bit() === 1 || bits.bit() === 1) kept += 1;
      pictures = kept;
    } else {
      pictures = bits.unsigned() + bits.unsigned();
      if (pictures > 2 * MAX_REORDERED) return false;
      for (let picture = 0; picture < pictures; picture += 1) {
        bits.unsigned();
        bits.skip(1);
      }
    }
    if (bits.isPastEnd) return false;
  }
  return true;
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

const MAX_PX = 16_384;

function isSensible(bits: BitReader, { chroma, widthPx, heightPx }: PictureShape): boolean {
  const fits = (px: number) => px > 0 && px <= MAX_PX;
  return !bits.isPastEnd && chroma <= 3 && fits(widthPx) && fits(heightPx);
}
