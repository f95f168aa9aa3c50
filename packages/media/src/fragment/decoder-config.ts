import type { PictureSetup } from '../access-unit/parameter-book.ts';
import { box, u8, u16 } from './boxes.ts';

/** The decoder configuration record, `avcC` or `hvcC`, with all parameter sets in use. */
export const decoderConfigBox = (setup: PictureSetup): Buffer =>
  setup.codec === 'h264' ? box('avcC', avcRecord(setup)) : box('hvcC', hevcRecord(setup));

/** Profiles whose record ends with the picture sets; all others continue with chroma format and bit depth. */
const shortProfiles: readonly number[] = [66, 77, 88];

function avcRecord({ sets, sequence }: PictureSetup): Buffer {
  // Not just the first: a description may name a set of another profile that the camera no longer uses.
  const { profile, level } = sequence.shape;
  const [, , compatibility = 0] = sets.sequence.find((set) => set[1] === profile && set[3] === level) ?? [];
  const sequenceSets = sets.sequence.slice(0, 31);
  const pictureSets = sets.picture.slice(0, 255);
  const more = shortProfiles.includes(profile)
    ? []
    : [u8(0xfc | sequence.chroma, 0xf8 | (sequence.bitDepthLuma - 8), 0xf8 | (sequence.bitDepthChroma - 8), 0)];
  return Buffer.concat([
    u8(1, profile, compatibility, level, 0xff, 0xe0 | sequenceSets.length),
    ...sequenceSets.flatMap(withLength),
    u8(pictureSets.length),
    ...pictureSets.flatMap(withLength),
    ...more,
  ]);
}

function hevcRecord({ sets, sequence }: PictureSetup): Buffer {
  const { layers } = sequence;
  const nested = layers?.nested === true ? 0x04 : 0;
  const arrays = [
    { type: 32, units: sets.video },
    { type: 33, units: sets.sequence },
    { type: 34, units: sets.picture },
  ];
  return Buffer.concat([
    u8(1),
    layers?.profileTierLevel ?? Buffer.alloc(12),
    u16(0xf000),
    u8(0xfc, 0xfc | sequence.chroma, 0xf8 | (sequence.bitDepthLuma - 8), 0xf8 | (sequence.bitDepthChroma - 8)),
    u16(0),
    u8(((layers?.count ?? 1) << 3) | nested | 3, arrays.length),
    ...arrays.flatMap(({ type, units }) => [u8(0x80 | type), u16(units.length), ...units.flatMap(withLength)]),
  ]);
}

const withLength = (unit: Buffer): Buffer[] => [u16(unit.length), unit];
