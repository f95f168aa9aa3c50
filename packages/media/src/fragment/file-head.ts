import type { PictureSetup } from '../access-unit/parameter-book.ts';
import { TICKS_PER_SECOND } from '../clock/picture-clock.ts';
import { box, fullBox, text, UNITY_MATRIX, u8, u16, u32, zeros } from './boxes.ts';
import { decoderConfigBox } from './decoder-config.ts';

export const PICTURE_TRACK = 1;
export const SOUND_TRACK = 2;
export const SOUND_RATE_HZ = 48_000;

/** AAC with this many channels at 48 kHz. */
export interface SoundSetup {
  channels: 1 | 2;
}

/** The initialization segment: `ftyp`, and a `moov` with empty tables. */
export const fileHead = ({ setup, sound }: { setup: PictureSetup; sound?: SoundSetup | undefined }): Buffer =>
  Buffer.concat([
    box('ftyp', text('iso5'), u32(512), text('iso5iso6mp41')),
    box(
      'moov',
      movieHeader(sound ? SOUND_TRACK + 1 : PICTURE_TRACK + 1),
      pictureTrack(setup),
      ...(sound ? [soundTrack(sound)] : []),
      box(
        'mvex',
        ...[PICTURE_TRACK, ...(sound ? [SOUND_TRACK] : [])].map((id) => fullBox('trex', 0, 0, u32(id, 1, 0, 0, 0))),
      ),
    ),
  ]);

const MOVIE_TIMESCALE = 1_000;

const movieHeader = (nextTrack: number): Buffer =>
  fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, MOVIE_TIMESCALE, 0, 0x10000),
    u16(0x100),
    zeros(10),
    UNITY_MATRIX,
    zeros(24),
    u32(nextTrack),
  );

const pictureTrack = (setup: PictureSetup): Buffer =>
  track({
    id: PICTURE_TRACK,
    timescale: TICKS_PER_SECOND,
    handler: 'vide',
    name: 'VideoHandler',
    volume: 0,
    size: { widthPx: setup.picture.widthPx, heightPx: setup.picture.heightPx },
    header: fullBox('vmhd', 0, 1, zeros(8)),
    entry: pictureEntry(setup),
  });

const soundTrack = (sound: SoundSetup): Buffer =>
  track({
    id: SOUND_TRACK,
    timescale: SOUND_RATE_HZ,
    handler: 'soun',
    name: 'SoundHandler',
    volume: 0x100,
    size: { widthPx: 0, heightPx: 0 },
    header: fullBox('smhd', 0, 0, zeros(4)),
    entry: aacEntry(sound),
  });

interface TrackPlan {
  id: number;
  timescale: number;
  handler: string;
  name: string;
  volume: number;
  size: { widthPx: number; heightPx: number };
  header: Buffer;
  entry: Buffer;
}

const UNDETERMINED_LANGUAGE = 0x55c4;

export const track = ({ id, timescale, handler, name, volume, size, header, entry }: TrackPlan): Buffer =>
  box(
    'trak',
    fullBox(
      'tkhd',
      0,
      3,
      u32(0, 0, id, 0, 0),
      zeros(8),
      u16(0, id === PICTURE_TRACK ? 0 : 1, volume, 0),
      UNITY_MATRIX,
      u32(size.widthPx * 0x10000, size.heightPx * 0x10000),
    ),
    box(
      'mdia',
      fullBox('mdhd', 0, 0, u32(0, 0, timescale, 0), u16(UNDETERMINED_LANGUAGE, 0)),
      fullBox('hdlr', 0, 0, u32(0), text(handler), zeros(12), text(`${name}\0`)),
      box(
        'minf',
        header,
        box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
        box(
          'stbl',
          fullBox('stsd', 0, 0, u32(1), entry),
          fullBox('stts', 0, 0, u32(0)),
          fullBox('stsc', 0, 0, u32(0)),
          fullBox('stsz', 0, 0, u32(0, 0)),
          fullBox('stco', 0, 0, u32(0)),
        ),
      ),
    ),
  );

const DOTS_PER_INCH_72 = 0x480000;

function pictureEntry(setup: PictureSetup): Buffer {
  const { pixelAspect, colours } = setup.sequence;
  const { widthPx, heightPx } = setup.picture;
  return box(
    // Apple's players do not accept H.265 as hev1.
    setup.codec === 'h264' ? 'avc1' : 'hvc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(widthPx, heightPx),
    u32(DOTS_PER_INCH_72, DOTS_PER_INCH_72, 0),
    u16(1),
    zeros(32),
    u16(0x18, 0xffff),
    decoderConfigBox(setup),
    ...(pixelAspect ? [box('pasp', u32(pixelAspect.width, pixelAspect.height))] : []),
    ...(colours
      ? [
          box(
            'colr',
            text('nclx'),
            u16(colours.primaries, colours.transfer, colours.matrix),
            u8(colours.fullRange ? 0x80 : 0),
          ),
        ]
      : []),
  );
}

/** The AudioSpecificConfig of AAC-LC at 48 kHz. */
const aacConfig = ({ channels }: SoundSetup): Buffer => u16((2 << 11) | (3 << 7) | (channels << 3));

const aacEntry = (sound: SoundSetup): Buffer =>
  box(
    'mp4a',
    zeros(6),
    u16(1),
    zeros(8),
    u16(sound.channels, 16, 0, 0),
    u32(SOUND_RATE_HZ * 0x10000),
    esds(SOUND_TRACK, aacConfig(sound)),
  );

export function esds(trackId: number, config: Buffer): Buffer {
  const descriptor = (tag: number, ...parts: readonly Uint8Array[]) => {
    const body = Buffer.concat(parts);
    return Buffer.concat([u8(tag, 0x80, 0x80, 0x80, body.length), body]);
  };
  const decoder = descriptor(4, u8(0x40, 0x15), zeros(3), u32(0, 0), descriptor(5, config));
  return fullBox('esds', 0, 0, descriptor(3, u16(trackId), u8(0), decoder, descriptor(6, u8(2))));
}
