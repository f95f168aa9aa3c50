import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FragmentJoiner } from './fragment-joiner.ts';
import { splitPackets } from './packet-bytes.ts';
import { makeRtpPacket, rtpMarker, rtpPayloadStart, rtpSequence, rtpTimestamp } from './rtp.ts';
import type { VideoCodec } from './sdp.ts';

const headerBytes: Record<VideoCodec, number> = { h264: 1, h265: 2 };
const fragmentHeader = (codec: VideoCodec, unit: Buffer): number[] => {
  const [first = 0, second = 0] = unit;
  return codec === 'h264'
    ? [(first & 0xe0) | 28, first & 0x1f]
    : [(first & 0x81) | (49 << 1), second, (first >> 1) & 0x3f];
};

/** As a camera does it: a short unit in one packet, a long one in fragments. */
function cut(codec: VideoCodec, unit: Buffer, mostBytes: number): Buffer[] {
  if (unit.length <= mostBytes) return [unit];
  const header = fragmentHeader(codec, unit);
  const flagsAt = header.length - 1;
  const pieces: Buffer[] = [];
  for (let at = headerBytes[codec]; at < unit.length; at += mostBytes) {
    const piece = Buffer.concat([Buffer.from(header), unit.subarray(at, at + mostBytes)]);
    if (at === headerBytes[codec]) piece[flagsAt] = (piece[flagsAt] ?? 0) | 0x80;
    if (at + mostBytes >= unit.length) piece[flagsAt] = (piece[flagsAt] ?? 0) | 0x40;
    pieces.push(piece);
  }
  return pieces;
}

/** The units a reader gets out of the packets. */
function units(codec: VideoCodec, packets: readonly Buffer[]): Buffer[] {
  const found: Buffer[] = [];
  for (const packet of packets) {
    const payload = packet.subarray(rtpPayloadStart(packet));
    const isFragment = codec === 'h264' ? ((payload[0] ?? 0) & 0x1f) === 28 : (((payload[0] ?? 0) >> 1) & 0x3f) === 49;
    if (!isFragment) {
      found.push(payload);
      continue;
    }
    const [first = 0, second = 0, third = 0] = payload;
    const flags = codec === 'h264' ? second : third;
    expect(flags & 0xc0, 'a fragment is never first and last at once').not.toBe(0xc0);
    const header =
      codec === 'h264' ? [(first & 0xe0) | (flags & 0x1f)] : [(first & 0x81) | ((flags & 0x3f) << 1), second];
    const data = payload.subarray(headerBytes[codec] + 1);
    if ((flags & 0x80) !== 0) found.push(Buffer.concat([Buffer.from(header), data]));
    else found.push(Buffer.concat([found.pop() ?? Buffer.alloc(0), data]));
  }
  return found;
}

function packetsOf(codec: VideoCodec, list: readonly Buffer[], { mostBytes = 1_000, firstSequence = 65_500 } = {}) {
  let sequence = firstSequence;
  return list.flatMap((unit, index) =>
    cut(codec, unit, mostBytes).map((payload, part, all) => {
      const packet = makeRtpPacket({
        channel: 0,
        payloadType: 96,
        sequence: sequence++,
        timestamp: index * 3000,
        ssrc: 7,
        payload,
      });
      if (part === all.length - 1) packet[5] = (packet[5] ?? 0) | 0x80;
      return packet;
    }),
  );
}

function join(joiner: FragmentJoiner, batches: readonly Buffer[]): Buffer[] {
  return batches.flatMap((batch, index) => {
    joiner.join(batch);
    const out = Buffer.from(joiner.ready());
    joiner.sent({ isStillRead: index % 3 === 0 });
    return splitPackets(out);
  });
}

const unitOf = (codec: VideoCodec, bytes: Uint8Array, type: number) =>
  Buffer.concat([Buffer.from(codec === 'h264' ? [0x60 | ((type % 23) + 1)] : [(type % 40) << 1, 1]), bytes]);

describe.each(['h264', 'h265'] as const)('%s units that a camera cut into fragments', (codec) => {
  it('reach the reader bit for bit in larger packets, however the camera cut them and the chunks came', () => {
    const source = fc.array(fc.tuple(fc.nat(), fc.uint8Array({ minLength: 3, maxLength: 400 })), { maxLength: 12 });
    fc.assert(
      fc.property(
        source,
        fc.integer({ min: 20, max: 90 }),
        fc.integer({ min: 1, max: 9 }),
        (list, mostBytes, chunk) => {
          const wanted = list.map(([type, bytes]) => unitOf(codec, bytes, type));
          const packets = packetsOf(codec, wanted, { mostBytes });
          const batches: Buffer[] = [];
          for (let at = 0; at < packets.length; at += chunk) batches.push(Buffer.concat(packets.slice(at, at + chunk)));
          const joined = join(new FragmentJoiner({ codec, channel: 0 }), batches);
          expect(units(codec, joined)).toEqual(wanted);
          expect(joined).toHaveLength(wanted.length);
          expect(joined.map(rtpSequence)).toEqual(joined.map((_packet, index) => (65_500 + index) & 0xffff));
          expect(joined.map(rtpTimestamp)).toEqual(joined.map((_packet, index) => index * 3000));
          expect(joined.every(rtpMarker)).toBe(true);
        },
      ),
    );
  });

  it('stay in as few parts as fit when a unit is longer than a packet can be', () => {
    const unit = unitOf(codec, Buffer.alloc(200_000, 'picture'), 4);
    const joined = join(new FragmentJoiner({ codec, channel: 0 }), [Buffer.concat(packetsOf(codec, [unit]))]);
    expect(units(codec, joined)).toEqual([unit]);
    expect(joined).toHaveLength(4);
    expect(joined.map(rtpMarker)).toEqual([false, false, false, true]);
  });

  it('show what the camera lost as a gap in the numbers and never as a whole unit', () => {
    const unit = unitOf(codec, Buffer.alloc(5_000, 'x'), 4);
    const packets = packetsOf(codec, [unit, unit], { firstSequence: 10 });
    packets.splice(2, 1);
    const joined = join(new FragmentJoiner({ codec, channel: 0 }), [Buffer.concat(packets)]);
    expect(joined.map(rtpSequence)).toEqual([10, 12, 13]);
    const [start, rest] = joined.map((packet) => packet[rtpPayloadStart(packet) + headerBytes[codec]] ?? 0);
    expect([(start ?? 0) & 0xc0, (rest ?? 0) & 0xc0]).toEqual([0x80, 0x40]);
  });

  it('let sound and reports pass in their order', () => {
    const sound = makeRtpPacket({
      channel: 2,
      payloadType: 0,
      sequence: 9,
      timestamp: 1,
      ssrc: 8,
      payload: Buffer.from('s'),
    });
    const [first, second] = packetsOf(codec, [unitOf(codec, Buffer.alloc(1_500), 4)]);
    const joiner = new FragmentJoiner({ codec, channel: 0 });
    const channels = join(joiner, [Buffer.concat([sound, first!]), Buffer.concat([sound, second!, sound])]);
    expect(channels.map((packet) => packet[1])).toEqual([2, 2, 0, 2]);
    expect(channels[0]).toEqual(sound);
  });
});

describe('any bytes', () => {
  it('go through the joiner without harm', () => {
    const garbage = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.uint8Array({ minLength: 12, maxLength: 60 })));
    fc.assert(
      fc.property(fc.constantFrom<VideoCodec>('h264', 'h265'), garbage, (codec, list) => {
        const framed = list.map(([channel, bytes]) =>
          Buffer.concat([Buffer.from([0x24, channel, 0, bytes.length]), bytes]),
        );
        for (const packet of join(new FragmentJoiner({ codec, channel: 0 }), framed))
          expect(packet.length).toBeGreaterThanOrEqual(16);
      }),
    );
  });
});
