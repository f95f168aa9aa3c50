import { box, fullBox, text, u8, u16, u32, zeros } from '../fragment/boxes.ts';
import { esds, track } from '../fragment/file-head.ts';
import { formatValues } from '../rtp/format-values.ts';
import type { AudioCodec, MediaTrack } from '../rtp/sdp.ts';

/** One sample of a camera's sound for a file; times in the track's clock. */
export interface SoundSample {
  rtpTime: number;
  durationTicks: number;
  bytes: Buffer;
}

/** The facts needed to write a camera's sound to a file. */
export interface SoundSource {
  clockRate: number;
  channels: 1 | 2;
  /** `ftyp` and `moov` of a file with only this sound. */
  head: Buffer;
}

/** Undefined for an unsupported track, such as AAC without its configuration. */
export function soundSource(described: MediaTrack): SoundSource | undefined {
  const entry = entries[described.codec as AudioCodec]?.(described);
  if (entry === undefined) return undefined;
  const head = Buffer.concat([
    box('ftyp', text('iso5'), u32(512), text('iso5iso6mp41')),
    box(
      'moov',
      fullBox('mvhd', 0, 0, u32(0, 0, 1_000, 0, 0x10000), u16(0x100), zeros(10), UNITY, zeros(24), u32(2)),
      track({
        id: 1,
        timescale: described.clockRate,
        handler: 'soun',
        name: 'SoundHandler',
        volume: 0x100,
        size: { widthPx: 0, heightPx: 0 },
        header: fullBox('smhd', 0, 0, zeros(4)),
        entry,
      }),
      box('mvex', fullBox('trex', 0, 0, u32(1, 1, 0, 0, 0))),
    ),
  ]);
  return { clockRate: described.clockRate, channels: channelsOf(described), head };
}

const UNITY = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** Opus is always described with two channels, regardless of its contents. */
function channelsOf({ codec, channels, format }: MediaTrack): 1 | 2 {
  if (codec === 'opus') return formatValues(format ?? '').get('sprop-stereo') === '1' ? 2 : 1;
  return (channels ?? 1) > 1 ? 2 : 1;
}

const soundEntry = (type: string, { clockRate, channels }: MediaTrack, ...boxes: Buffer[]): Buffer =>
  box(type, zeros(6), u16(1), zeros(8), u16(channels ?? 1, 16, 0, 0), u32((clockRate & 0xffff) * 0x10000), ...boxes);

const entries: Record<AudioCodec, (described: MediaTrack) => Buffer | undefined> = {
  pcmu: (described) => soundEntry('ulaw', described),
  pcma: (described) => soundEntry('alaw', described),
  aac: (described) => {
    const config = Buffer.from(formatValues(described.format ?? '').get('config') ?? '', 'hex');
    return config.length >= 2 && config.length <= 64 ? soundEntry('mp4a', described, esds(1, config)) : undefined;
  },
  opus: (described) => soundEntry('Opus', described, box('dOps', u8(0, 2), u16(0), u32(48_000), u16(0), u8(0))),
};

/** A fragment of sound only, on track 1 unless given. */
export function soundFragment({
  trackId = 1,
  samples,
  startTicks,
  sequence,
}: {
  trackId?: number;
  samples: readonly Omit<SoundSample, 'rtpTime'>[];
  startTicks: number;
  sequence: number;
}): Buffer {
  const runBytes = 20 + 8 * samples.length;
  const dataOffset = 8 + 16 + 8 + 16 + 20 + runBytes + 8;
  const run = samples.flatMap(({ durationTicks, bytes }) => [durationTicks, bytes.length]);
  return Buffer.concat([
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(sequence)),
      box(
        'traf',
        fullBox('tfhd', 0, 0x020000, u32(trackId)),
        fullBox('tfdt', 1, 0, u32(Math.floor(startTicks / 2 ** 32), startTicks % 2 ** 32)),
        fullBox('trun', 0, 0x301, u32(samples.length, dataOffset, ...run)),
      ),
    ),
    box('mdat', ...samples.map(({ bytes }) => bytes)),
  ]);
}
