import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nalsIn } from '../fragment/testing/encoded-clip.ts';
import { mangledPackets, packetFates } from '../fragment/testing/mangled-packets.ts';
import {
  aggregate,
  fragments,
  type Packing,
  rtpPacket,
  rtpPackets,
  type SentPicture,
  videoTrack,
} from '../fragment/testing/rtp-packets.ts';
import type { VideoCodec } from '../rtp/sdp.ts';
import { type AccessUnit, nalRate, type UnitFault, unitLimits } from './access-unit.ts';
import { AccessUnitAssembler } from './access-unit-assembler.ts';
import { ByteArena } from './byte-arena.ts';
import { SlabPool } from './slab-pool.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const SPS = hex('6742c016da0280bfe5c044000003000400000300a03c58ba80');
const INTERLACED_SPS = hex('6764001eacd940b424d8088000000300800000190f8a14cb');
const PPS = hex('68ce3c80');
const VPS5 = hex('40010c01ffff01600000030090000003000003007895980900');
const SPS5 = hex('420101016000000300900000030000030078a003c0801107cb965654a4c2f0168080000003008000000a04');
const PPS5 = hex('4401c172b46240');
const AUD = hex('0910');

/** Bytes without start codes. */
const body = (length: number, seed = 1) =>
  Buffer.from(Array.from({ length }, (_, i) => ((i * 31 + seed * 17) % 200) + 20));
const idr = (bytes = 40, seed = 1) => Buffer.concat([hex('658880'), body(bytes, seed)]);
const slice = (bytes = 40, seed = 1) => Buffer.concat([hex('419880'), body(bytes, seed)]);
const laterSlice = (bytes = 40, seed = 1) => Buffer.concat([hex('414880'), body(bytes, seed)]);

interface Collected {
  units: (AccessUnit & { nals: Buffer[] })[];
  dropped: UnitFault[];
  restarts: number;
  maxHeld: number;
}

function assemble(
  packets: readonly Buffer[],
  {
    codec = 'h264',
    format,
    isPrompt = false,
    flush = true,
    atMs = () => 0,
  }: {
    codec?: VideoCodec;
    format?: string;
    isPrompt?: boolean;
    flush?: boolean;
    atMs?: (index: number) => number;
  } = {},
): Collected {
  const arena = new ByteArena(new SlabPool());
  const collected: Collected = { units: [], dropped: [], restarts: 0, maxHeld: 0 };
  const assembler = new AccessUnitAssembler({
    track: videoTrack(codec, format),
    arena,
    isPrompt,
    sink: {
      unit: (unit) => {
        collected.units.push({ ...unit, nals: nalsIn(Buffer.concat(arena.pieces(unit.from, unit.to))) });
        arena.release(unit.to);
      },
      dropped: (fault) => collected.dropped.push(fault),
      restarted: () => {
        collected.restarts += 1;
      },
    },
  });
  for (const [i, packet] of packets.entries()) {
    assembler.packet(packet, atMs(i));
    collected.maxHeld = Math.max(collected.maxHeld, arena.heldBytes);
  }
  if (flush) assembler.flush();
  return collected;
}

const digest = (nal: Buffer) => `${nal.length}:${createHash('sha1').update(nal).digest('hex').slice(0, 8)}`;
const digests = (units: readonly { nals: readonly Buffer[] }[]) => units.map(({ nals }) => nals.map(digest));
const pictures: SentPicture[] = [
  { nals: [SPS, PPS, idr(900)], rtpTime: 0 },
  { nals: [slice(20, 2)], rtpTime: 3_000 },
  { nals: [slice(1_200, 3), laterSlice(30, 4)], rtpTime: 6_000 },
  { nals: [SPS, PPS, idr(30, 5)], rtpTime: 9_000 },
];
const sent = digests(pictures);

describe('pictures assembled from packets', () => {
  it.each([
    ['in single units, fragments and aggregates', { aggregates: true }],
    ['without markers', { markers: 'none' }],
    ['with a marker on every packet', { markers: 'every-packet', mtu: 100 }],
    ['across the wrap of the numbers', { firstSequence: 65_533, mtu: 100 }],
  ] as [string, Omit<Packing, 'codec'>][])('come out as they were sent %s', (_title, packing) => {
    const { units, dropped } = assemble(rtpPackets(pictures, { codec: 'h264', ...packing }));
    expect(digests(units)).toEqual(sent);
    expect(units.map(({ rtpTime }) => rtpTime)).toEqual(pictures.map(({ rtpTime }) => rtpTime));
    expect(units.map(({ keyframe }) => keyframe)).toEqual(['closed', undefined, undefined, 'closed']);
    expect(units[0]?.setup?.picture).toMatchObject({ widthPx: 640, heightPx: 360 });
    expect(units[3]?.setup).toBe(units[0]?.setup);
    expect(dropped).toEqual([]);
  });

  it('of H.265, where leading pictures make a keyframe open', () => {
    const five: SentPicture[] = [
      { nals: [VPS5, SPS5, PPS5, Buffer.concat([hex('2601e0'), body(500)])], rtpTime: 0 },
      { nals: [Buffer.concat([hex('0201d0'), body(50)])], rtpTime: 3_000 },
      { nals: [Buffer.concat([hex('2801e0'), body(50)])], rtpTime: 6_000 },
      { nals: [Buffer.concat([hex('2a01e0'), body(50)])], rtpTime: 9_000 },
    ];
    const { units } = assemble(rtpPackets(five, { codec: 'h265', aggregates: true, mtu: 200 }), { codec: 'h265' });
    expect(digests(units)).toEqual(digests(five));
    expect(units.map(({ keyframe }) => keyframe)).toEqual(['open', undefined, 'closed', 'open']);
    expect(units[0]?.setup?.sets).toEqual({ video: [VPS5], sequence: [SPS5], picture: [PPS5] });
  });

  it('start with sets of another timestamp, and with those of the description', () => {
    const odd = [
      rtpPacket({ sequence: 1, rtpTime: 50, marker: true, payload: SPS }),
      rtpPacket({ sequence: 2, rtpTime: 60, marker: false, payload: PPS }),
      rtpPacket({ sequence: 3, rtpTime: 90, marker: true, payload: idr() }),
    ];
    expect(digests(assemble(odd).units)).toEqual(digests([{ nals: [SPS, PPS, idr()] }]));
    const format = `sprop-parameter-sets=${SPS.toString('base64')},${PPS.toString('base64')}`;
    const [unit] = assemble(odd.slice(2), { format }).units;
    expect(unit?.setup?.picture.widthPx).toBe(640);
    expect(assemble(odd.slice(2)).units[0]?.setup).toBeUndefined();
  });

  it('include sets that are repeated before each slice', () => {
    const repeated = [
      { nals: [SPS, PPS, idr(30), SPS, PPS, laterSlice(30)], rtpTime: 0 },
      { nals: [AUD, slice(30)], rtpTime: 3_000 },
    ];
    expect(digests(assemble(rtpPackets(repeated, { codec: 'h264' })).units)).toEqual(digests(repeated));
  });

  it('of two fields are one picture, and the next field starts another', () => {
    // frame_num of four bits, then field_pic_flag and bottom_field_flag.
    const field = (frame: number, bottom: number, type: number) => {
      const bits = `1${'00110'}1${frame.toString(2).padStart(4, '0')}1${bottom}`.padEnd(16, '1');
      const header = Buffer.from([type, Number.parseInt(bits.slice(0, 8), 2), Number.parseInt(bits.slice(8), 2)]);
      return Buffer.concat([header, body(30, frame * 2 + bottom)]);
    };
    const frames = [
      { nals: [INTERLACED_SPS, PPS, field(0, 0, 0x65), field(0, 1, 0x41)], rtpTime: 0 },
      { nals: [field(1, 0, 0x41), field(1, 1, 0x41)], rtpTime: 3_600 },
    ];
    expect(digests(assemble(rtpPackets(frames, { codec: 'h264', markers: 'none' })).units)).toEqual(digests(frames));
  });

  it('are split if a camera packs several units with start codes into one', () => {
    const glued = Buffer.concat([SPS, hex('00000001'), PPS, hex('000001'), idr()]);
    const packets = [
      rtpPacket({ sequence: 1, rtpTime: 0, marker: true, payload: glued }),
      rtpPacket({ sequence: 2, rtpTime: 9, marker: true, payload: Buffer.concat([hex('00000001'), slice()]) }),
    ];
    expect(digests(assemble(packets).units)).toEqual(digests([{ nals: [SPS, PPS, idr()] }, { nals: [slice()] }]));
  });

  it('are read from zero-padded aggregates, and from fragments that both start and end', () => {
    const padded = Buffer.concat([aggregate('h264', [SPS, PPS]), Buffer.alloc(5)]);
    const [only = Buffer.alloc(0)] = fragments('h264', idr(), 4_000);
    const packets = [padded, only].map((payload, i) =>
      rtpPacket({ sequence: i, rtpTime: 0, marker: i === 1, payload }),
    );
    expect(digests(assemble(packets).units)).toEqual(digests([{ nals: [SPS, PPS, idr()] }]));
  });

  it('take header and type from the first fragment only', () => {
    const pieces = fragments('h264', idr(900), 300);
    for (const piece of pieces.slice(1)) {
      piece[0] = 28;
      piece[1] = ((piece[1] ?? 0) & 0xc0) | 1;
    }
    const packets = [SPS, PPS, ...pieces].map((payload, sequence) =>
      rtpPacket({ sequence, rtpTime: 0, marker: sequence === pieces.length + 1, payload }),
    );
    expect(digests(assemble(packets).units)).toEqual(digests([{ nals: [SPS, PPS, idr(900)] }]));
  });
});

describe('damaged streams', () => {
  const packets = rtpPackets(pictures, { codec: 'h264', mtu: 300 });
  const isPicture = new Set(sent.map((nals) => nals.join()));

  it('only a picture that lacks a packet is dropped, as a whole', () => {
    for (const lost of packets.keys()) {
      const { units, dropped } = assemble(packets.filter((_, i) => i !== lost));
      for (const nals of digests(units)) expect(isPicture.has(nals.join()) || nals.length < 3).toBe(true);
      expect(units.length + dropped.length).toBeGreaterThanOrEqual(pictures.length - 1);
      expect(units.length).toBeGreaterThanOrEqual(pictures.length - 1);
    }
  });

  it('loss, reordering and duplicates never create a picture that was not sent', () => {
    const long = rtpPackets(
      Array.from({ length: 60 }, (_, i) => ({
        nals: i % 20 === 0 ? [SPS, PPS, idr(700, i)] : [slice(10 + ((i * 97) % 900), i), laterSlice(30, i)],
        rtpTime: i * 3_000,
      })),
      { codec: 'h264', mtu: 250 },
    );
    const whole = new Set(digests(assemble(long).units).map((nals) => nals.join()));
    expect(whole.size).toBe(60);
    const keyframes = [...whole].filter((_, i) => i % 20 === 0);
    fc.assert(
      fc.property(packetFates(long.length), (fates) => {
        for (const { nals, keyframe } of assemble(mangledPackets(long, fates)).units) {
          const joined = nals.map(digest).join();
          // Parameter sets that were lost before a keyframe do not prevent it from being one.
          expect(whole.has(joined) || (keyframe === 'closed' && keyframes.some((one) => one.endsWith(joined)))).toBe(
            true,
          );
        }
      }),
      { numRuns: 25 },
    );
  });

  it('sorts packets after the first late one', () => {
    const late = packets.toSpliced(1, 2, packets[2] as Buffer, packets[1] as Buffer);
    const again = rtpPackets(pictures, { codec: 'h264', mtu: 300, firstSequence: 65_000 + packets.length });
    const swapped = again
      .flatMap((_, i) => (i % 2 === 0 ? [again[i + 1], again[i]] : []))
      .filter((one) => one !== undefined);
    const { units } = assemble([...late, ...swapped, ...again.slice(swapped.length)]);
    expect(digests(units).slice(-pictures.length)).toEqual(sent);
  });

  it('reports a restarted sender, and continues with it', () => {
    const over = rtpPackets(pictures, { codec: 'h264', mtu: 300, firstSequence: 50_000 });
    const { units, restarts, dropped } = assemble([...packets, ...over]);
    expect(digests(units)).toEqual([...sent, ...sent]);
    expect({ restarts, dropped }).toEqual({ restarts: 1, dropped: [] });
    const other = over.map((packet) => Buffer.from(packet));
    for (const packet of other) packet.writeUInt32BE(99, 12);
    expect(assemble([...packets, ...other])).toMatchObject({ restarts: 1, units: { length: 2 * pictures.length } });
  });

  it.each([1, 3, 10])('drops packets of another stream after every %i of its own', (every) => {
    const mixed = packets.flatMap((packet, i) => {
      const payload = slice(30, 9);
      const foreign = rtpPacket({ sequence: 40 + i, rtpTime: i, marker: true, payload, ssrc: 99 });
      return i % every === 0 && i < packets.length - 1 ? [packet, foreign] : [packet];
    });
    const { units, restarts, dropped } = assemble(mixed);
    expect(digests(units)).toEqual(sent);
    expect({ restarts, dropped }).toEqual({ restarts: 0, dropped: [] });
  });

  it('follows a sender of another identity after 200 ms, and loses none of its packets', () => {
    const other = rtpPackets(pictures, { codec: 'h264', mtu: 300 });
    for (const packet of other) packet.writeUInt32BE(99, 12);
    const all = [...packets, ...other];
    const { units, restarts } = assemble(all, { flush: false, atMs: (i) => i * 30 });
    expect(digests(units)).toEqual([...sent, ...sent.slice(0, -1)]);
    expect(restarts).toBe(1);
  });

  const [filler, firstSlice, nextSlice] = [body(60_000), idr(60_000), laterSlice(60_000)];
  it.each([
    ['a fragmented unit without end', (i: number) => Buffer.concat([hex(i === 0 ? '7c85' : '7c05'), filler])],
    ['units without end and without a picture', () => Buffer.concat([hex('06'), filler.subarray(0, 1_000)])],
    ['slices without end', (i: number) => (i === 0 ? firstSlice : nextSlice)],
  ])('%s never uses more memory than a picture may have', (_title, payloadAt) => {
    const endless = Array.from({ length: 400 }, (_, i) =>
      rtpPacket({ sequence: i, rtpTime: 0, marker: false, payload: payloadAt(i) }),
    );
    const next = rtpPackets(pictures, { codec: 'h264', firstSequence: 400 }).map((packet) => {
      packet.writeUInt32BE(packet.readUInt32BE(8) + 90_000, 8);
      return packet;
    });
    const { maxHeld, dropped, units } = assemble([...endless, ...next]);
    expect(maxHeld).toBeLessThanOrEqual(unitLimits.bytes + 70_000);
    expect(dropped).toContain('too-large');
    expect(digests(units).slice(-3)).toEqual(sent.slice(1));
  });

  it('a fragmented H.265 unit without end never uses more memory than a picture may have', () => {
    const endless = Array.from({ length: 400 }, (_, i) => {
      const payload = Buffer.concat([hex(i === 0 ? '620193' : '620113'), filler]);
      return rtpPacket({ sequence: i, rtpTime: 0, marker: false, payload });
    });
    const { maxHeld, dropped, units } = assemble(endless, { codec: 'h265' });
    expect(maxHeld).toBeLessThanOrEqual(unitLimits.bytes + 70_000);
    expect(dropped).toEqual(['too-large']);
    expect(units).toEqual([]);
  });

  it.each([
    [
      'an aggregate',
      () => [
        aggregate(
          'h264',
          Array.from({ length: 16_000 }, () => hex('4198')),
        ),
      ],
    ],
    [
      'a fragmented unit with start codes',
      () => {
        const tiny = Buffer.concat(Array.from({ length: 200_000 }, () => hex('0000014198')));
        return [Buffer.concat([hex('000001'), slice()]), ...fragments('h264', Buffer.concat([slice(), tiny]), 60_000)];
      },
    ],
    ['a packet of start codes', () => [Buffer.concat(Array.from({ length: 12_000 }, () => hex('0000014198')))]],
  ])('%s never has more pictures than a picture may have units', (_title, payloads) => {
    const flood = payloads().map((payload, sequence) => rtpPacket({ sequence, rtpTime: 0, marker: false, payload }));
    const { units, dropped } = assemble(flood);
    expect(units.length).toBeLessThanOrEqual(unitLimits.nalUnits + 1);
    expect(dropped).toEqual(['too-large']);
  });

  it('accepts a bounded number of tiny pictures in a second, and continues in the next', () => {
    const unit = Buffer.concat([hex('0002'), hex('4198')]);
    const payload = Buffer.concat([hex('18'), ...Array.from({ length: unitLimits.nalUnits }, () => unit)]);
    const count = Math.ceil((nalRate.burst * 1.5) / unitLimits.nalUnits);
    const flood = Array.from({ length: count }, (_, i) =>
      rtpPacket({ sequence: i, rtpTime: i * 9_000, marker: false, payload }),
    );
    const after = rtpPackets(pictures, { codec: 'h264', firstSequence: count });
    const { units, dropped } = assemble([...flood, ...after], { atMs: (index) => (index < count ? 0 : 1_000) });
    expect(dropped).toContain('too-large');
    expect(units.length).toBeLessThanOrEqual(nalRate.burst + pictures.length);
    const last = digests(units.slice(1 - pictures.length)).map((nals) => nals.join());
    expect(last).toEqual(sent.slice(1).map((nals) => nals.join()));
  });

  it.each([
    ['STAP-B', 'h264', hex('19000100056588')],
    ['FU-B', 'h264', hex('7d85000165')],
    ['PACI', 'h265', hex('64010203')],
  ] as const)('%s is reported as unsupported', (_title, codec, payload) => {
    const first = rtpPacket({ sequence: 0, rtpTime: 0, marker: true, payload });
    const rest = codec === 'h264' ? rtpPackets(pictures, { codec, firstSequence: 1 }) : [];
    const { dropped, units } = assemble([first, ...rest], { codec });
    expect(dropped).toEqual(['unsupported']);
    expect(units.length).toBe(codec === 'h264' ? pictures.length : 0);
  });

  it('random bytes never throw', () => {
    const packet = fc.record({
      sequence: fc.nat(300),
      rtpTime: fc.nat(10_000),
      marker: fc.boolean(),
      payload: fc.uint8Array({ maxLength: 60 }),
    });
    fc.assert(
      fc.property(fc.constantFrom('h264', 'h265'), fc.array(packet, { maxLength: 40 }), (codec, some) => {
        assemble(
          some.map((one) => rtpPacket({ ...one, payload: Buffer.from(one.payload) })),
          { codec },
        );
      }),
    );
  });
});

describe('live view, which needs each picture with its last packet', () => {
  const groups = Array.from({ length: 4 }, (_, group) =>
    pictures.map(({ nals, rtpTime }) => ({ nals, rtpTime: rtpTime + group * 12_000 })),
  ).flat();

  it('gets it once the markers were correct for two groups', () => {
    const prompt = rtpPackets(groups, { codec: 'h264' });
    expect(assemble(prompt, { isPrompt: true, flush: false }).units).toHaveLength(groups.length);
    expect(assemble(prompt, { isPrompt: false, flush: false }).units).toHaveLength(groups.length - 1);
  });

  it('gets complete pictures from a camera that marks every packet', () => {
    const { units } = assemble(rtpPackets(groups, { codec: 'h264', markers: 'every-packet' }), { isPrompt: true });
    const good = new Set(sent.map((nals) => nals.join()));
    expect(digests(units).filter((nals) => good.has(nals.join())).length).toBeGreaterThan(groups.length - 4);
  });
});
