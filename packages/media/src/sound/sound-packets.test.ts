import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rtpPacket } from '../fragment/testing/rtp-packets.ts';
import type { AudioCodec, MediaTrack } from '../rtp/sdp.ts';
import { AdtsFrames } from './adts-frames.ts';
import { SoundPackets } from './sound-packets.ts';
import { type SoundSample, soundSource } from './sound-source.ts';

const track = (codec: AudioCodec, more: Partial<MediaTrack> = {}): MediaTrack => ({
  media: 'audio',
  codec,
  payloadType: 97,
  clockRate: codec === 'opus' ? 48_000 : codec === 'aac' ? 16_000 : 8_000,
  channels: codec === 'opus' ? 2 : 1,
  format: codec === 'aac' ? 'mode=AAC-hbr;config=1408;sizelength=13;indexlength=3;indexdeltalength=3' : undefined,
  control: undefined,
  ...more,
});

function samplesOf(described: MediaTrack, packets: readonly Buffer[]): SoundSample[] {
  const samples: SoundSample[] = [];
  const sound = new SoundPackets({ track: described, onSample: (sample) => samples.push(sample) });
  for (const packet of packets) sound.packet(packet);
  return samples;
}

/** Units of AAC after their sizes of thirteen bits each. */
const aacPayload = (units: readonly Buffer[], sizes = units.map(({ length }) => length)): Buffer => {
  const head = Buffer.alloc(2 + 2 * sizes.length);
  head.writeUInt16BE(16 * sizes.length, 0);
  for (const [i, size] of sizes.entries()) head.writeUInt16BE(size << 3, 2 + 2 * i);
  return Buffer.concat([head, ...units]);
};
const packet = (sequence: number, payload: Buffer, { rtpTime = sequence * 1_024, marker = true } = {}) =>
  rtpPacket({ sequence, rtpTime, marker, payload });

describe('sound from packets', () => {
  it('of G.711 lasts as long as its bytes', () => {
    const samples = samplesOf(track('pcmu'), [packet(1, Buffer.alloc(160, 1)), packet(2, Buffer.alloc(320, 2))]);
    expect(samples.map(({ durationTicks, bytes }) => [durationTicks, bytes.length])).toEqual([
      [160, 160],
      [320, 320],
    ]);
  });

  it('of AAC has several units per packet, or several packets per unit', () => {
    const units = [Buffer.alloc(30, 1), Buffer.alloc(40, 2)];
    const large = Buffer.alloc(300, 3);
    const samples = samplesOf(track('aac'), [
      packet(1, aacPayload(units)),
      packet(2, aacPayload([large.subarray(0, 200)], [300]), { rtpTime: 9_000, marker: false }),
      packet(3, aacPayload([large.subarray(200)], [300]), { rtpTime: 9_000 }),
    ]);
    expect(samples.map(({ bytes, rtpTime }) => [bytes.length, rtpTime])).toEqual([
      [30, 1_024],
      [40, 2_048],
      [300, 9_000],
    ]);
    expect(samples[2]?.bytes.equals(large)).toBe(true);
  });

  it('of AAC drops an incomplete unit', () => {
    const large = Buffer.alloc(300, 3);
    const samples = samplesOf(track('aac'), [
      packet(2, aacPayload([large.subarray(0, 100)], [300]), { marker: false }),
      packet(4, aacPayload([Buffer.alloc(20, 1)])),
    ]);
    expect(samples.map(({ bytes }) => bytes.length)).toEqual([20]);
  });

  it.each([
    [0x08, 1, 960],
    [0x78, 1, 960],
    [0x79, 1, 1_920],
    [0xe3, 3, 360],
  ])('of Opus that starts with %i has the duration of its first byte', (first, frames, ticks) => {
    const [sample] = samplesOf(track('opus'), [packet(1, Buffer.from([first, frames, 0, 0]))]);
    expect(sample?.durationTicks).toBe(ticks);
  });

  it('never throws on random bytes, and a unit never exceeds its limit', () => {
    const payloads = fc.array(fc.tuple(fc.uint8Array({ maxLength: 80 }), fc.boolean(), fc.nat(20)), { maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom<AudioCodec>('aac', 'opus', 'pcma'), payloads, (codec, some) => {
        const packets = some.map(([bytes, marker, sequence]) => packet(sequence, Buffer.from(bytes), { marker }));
        for (const { bytes, durationTicks } of samplesOf(track(codec), packets)) {
          expect(bytes.length).toBeLessThanOrEqual(16 * 1024);
          expect(durationTicks).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('needs its configuration, and distinguishes mono from stereo', () => {
    expect(soundSource(track('aac', { format: undefined }))).toBeUndefined();
    expect(soundSource(track('aac', { channels: 2 }))?.channels).toBe(2);
    expect(soundSource(track('opus'))?.channels).toBe(1);
    expect(soundSource(track('opus', { format: 'sprop-stereo=1' }))?.channels).toBe(2);
  });
});

describe('frames of an encoder', () => {
  const framed = (length: number) => {
    const frame = Buffer.alloc(7 + length, 9);
    frame.set([
      0xff,
      0xf1,
      0x4c,
      0x40 | ((7 + length) >> 11),
      ((7 + length) >> 3) & 0xff,
      (((7 + length) & 7) << 5) | 0x1f,
      0xfc,
    ]);
    return frame;
  };

  it('are the same in whatever chunks they arrive', () => {
    const lengths = [10, 200, 1, 700];
    const bytes = Buffer.concat(lengths.map(framed));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 30 }), (cuts) => {
        const seen: number[] = [];
        const frames = new AdtsFrames((frame) => seen.push(frame.length));
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          expect(frames.push(bytes.subarray(at, at + cut))).toBe(true);
          at += cut;
        }
        expect(seen).toEqual(lengths);
      }),
    );
  });

  it('that are not ADTS are reported', () => {
    expect(new AdtsFrames(() => {}).push(Buffer.from('no sound at all'))).toBe(false);
  });
});
