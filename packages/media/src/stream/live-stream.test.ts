import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPackets } from '../rtp/packet-bytes.ts';
import { parameterSetsFromFormat } from '../rtp/parameter-sets.ts';
import { parseSenderReport } from '../rtp/rtcp.ts';
import { makeRtpPacket, rtpPayloadStart, rtpSequence, rtpTimestamp } from '../rtp/rtp.ts';
import { type MediaTrack, parseSdp } from '../rtp/sdp.ts';
import { LiveStream } from './live-stream.ts';

const sps = Buffer.from([0x67, 1, 2, 3]);
const pps = Buffer.from([0x68, 4, 5]);
const vps = Buffer.from([0x40, 1, 7]);
const hevcSps = Buffer.from([0x42, 1, 8]);
const hevcPps = Buffer.from([0x44, 1, 9]);

const base: MediaTrack = {
  media: 'video',
  codec: 'h264',
  payloadType: 96,
  clockRate: 90_000,
  channels: undefined,
  format: `packetization-mode=1; sprop-parameter-sets=${sps.toString('base64')},${pps.toString('base64')}`,
  control: undefined,
};
const hevc: MediaTrack = {
  ...base,
  codec: 'h265',
  format: `sprop-vps=${vps.toString('base64')}; sprop-sps=${hevcSps.toString('base64')}; sprop-pps=${hevcPps.toString('base64')}`,
};
const audio: MediaTrack = {
  ...base,
  media: 'audio',
  codec: 'pcmu',
  payloadType: 0,
  clockRate: 8_000,
  format: undefined,
};

const unit = {
  idr: Buffer.from([0x65, 0xaa, 0xbb]),
  idrFirst: Buffer.from([0x7c, 0x85, 0xaa]),
  idrRest: Buffer.from([0x7c, 0x45, 0xbb]),
  delta: Buffer.from([0x41, 0xcc]),
  delimiter: Buffer.from([0x09, 0x10]),
  recoveryPoint: Buffer.from([0x06, 6, 1, 0xc0, 0x80]),
  hevcIdr: Buffer.from([0x26, 1, 0xaa]),
  hevcDelta: Buffer.from([0x02, 1, 0xcc]),
};
const aggregate = (...units: Buffer[]) =>
  Buffer.concat([Buffer.from([0x78]), ...units.flatMap((one) => [Buffer.from([0, one.length]), one])]);

function stage(tracks: readonly MediaTrack[] = [base]) {
  let nowMs = 1_000_000;
  let sequence = 65_530;
  const live = new LiveStream({ tracks, nowMs: () => nowMs, keyframePatienceMs: 5_000 });
  const send = (timestamp: number, ...payloads: Buffer[]) => {
    for (const payload of payloads) {
      live.packet(0, makeRtpPacket({ channel: 9, payloadType: 96, sequence: sequence++, timestamp, ssrc: 5, payload }));
    }
    live.batchEnd();
  };
  const sendAudio = (timestamp: number, number: number) => {
    const payload = Buffer.from([number]);
    live.packet(1, makeRtpPacket({ channel: 9, payloadType: 0, sequence: number, timestamp, ssrc: 6, payload }));
    live.batchEnd();
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { live, send, sendAudio, pass, lose: () => (sequence += 1) };
}

function joined(live: LiveStream) {
  const packets: Buffer[] = [];
  let ended = false;
  const consumer = {
    take: (batch: Buffer) => packets.push(...splitPackets(Buffer.from(batch))) > 0,
    sourceEnded: () => {
      ended = true;
    },
  };
  const { startPoints, begin } = live.join(consumer);
  begin();
  return {
    startPoints,
    consumer,
    media: () => packets.filter((packet) => (packet[1] ?? 0) % 2 === 0),
    reports: () => packets.filter((packet) => packet[1] === 1 || packet[1] === 3),
    ended: () => ended,
  };
}

const payloads = (packets: readonly Buffer[]) =>
  packets.map((packet) => packet.subarray(rtpPayloadStart(packet)).toString('hex'));
const hex = (...units: Buffer[]) => units.map((one) => one.toString('hex'));

describe('parameter sets that a camera sends only in its description', () => {
  it('are repeated before each keyframe, and sequence numbers stay without gaps', () => {
    const { live, send } = stage();
    const reader = joined(live);
    send(0, unit.idrFirst, unit.idrRest);
    send(3000, unit.delta);
    send(6000, unit.idr);
    expect(payloads(reader.media())).toEqual(
      hex(sps, pps, unit.idrFirst, unit.idrRest, unit.delta, sps, pps, unit.idr),
    );
    const numbers = reader.media().map(rtpSequence);
    expect(numbers).toEqual(numbers.map((_number, index) => (65_530 + index) & 0xffff));
    expect(reader.media().map(rtpTimestamp)).toEqual([0, 0, 0, 0, 3000, 6000, 6000, 6000]);
  });

  it('are repeated for H.265 too', () => {
    const { live, send } = stage([hevc]);
    const reader = joined(live);
    send(0, unit.hevcIdr);
    send(3000, unit.hevcDelta);
    expect(payloads(reader.media())).toEqual(hex(vps, hevcSps, hevcPps, unit.hevcIdr, unit.hevcDelta));
  });

  it.each([
    ['as packets of their own', [sps, pps, unit.idr]],
    ['in one aggregate', [aggregate(sps, pps, unit.idr)]],
    ['after a delimiter', [unit.delimiter, sps, pps, unit.idr]],
  ])('are not repeated when the camera sends them %s', (_title, units) => {
    const { live, send } = stage();
    const reader = joined(live);
    send(0, ...units);
    expect(payloads(reader.media())).toEqual(hex(...units));
    expect(reader.media().map(rtpSequence)).toEqual(units.map((_unit, index) => 65_530 + index));
  });

  it('are replaced by newer ones from the stream, in the packets and in the description', () => {
    const { live, send } = stage();
    const newer = Buffer.from([0x67, 9, 9, 9]);
    send(0, newer, pps, unit.idr);
    send(3000, unit.idr);
    const reader = joined(live);
    expect(payloads(reader.media())).toEqual(hex(newer, pps, unit.idr));
    const track = parseSdp(live.describe())?.tracks[0];
    expect(parameterSetsFromFormat({ codec: 'h264', format: track?.format })).toEqual([newer, pps]);
    expect(track?.format).toContain('packetization-mode=1');
  });

  it('leave lost packets visible as gaps', () => {
    const { live, send, lose } = stage();
    const reader = joined(live);
    send(0, unit.idr);
    lose();
    send(3000, unit.delta);
    const [, , key = 0, delta = 0] = reader.media().map(rtpSequence);
    expect((delta - key) & 0xffff).toBe(2);
  });
});

describe('a reader', () => {
  it('that joins late starts with the keyframe, including its leading packets', () => {
    const { live, send } = stage();
    send(0, unit.idr);
    send(3000, unit.delta);
    send(6000, unit.delimiter, sps, pps, unit.idr);
    send(9000, unit.delta);
    const reader = joined(live);
    expect(payloads(reader.media())).toEqual(hex(unit.delimiter, sps, pps, unit.idr, unit.delta));
    expect(reader.startPoints).toEqual([{ track: 0, sequence: rtpSequence(reader.media()[0]!), rtpTime: 6000 }]);
  });

  it('that joins before any keyframe waits for one, without sound meanwhile', () => {
    const { live, send, sendAudio } = stage([base, audio]);
    const reader = joined(live);
    send(0, unit.delta);
    sendAudio(0, 1);
    expect(reader.media()).toEqual([]);
    send(3000, unit.delimiter, unit.idr);
    expect(payloads(reader.media())).toEqual(hex(unit.delimiter, sps, pps, unit.idr));
  });

  it('starts with a recovery point if a camera sends no IDR pictures', () => {
    const { live, send } = stage();
    const reader = joined(live);
    send(0, unit.delta);
    send(3000, unit.recoveryPoint, unit.delta);
    expect(payloads(reader.media())).toEqual(hex(unit.recoveryPoint, sps, pps, unit.delta));
  });

  it('starts without a keyframe after a long wait, at the start of a picture', () => {
    const { live, send, pass } = stage();
    const reader = joined(live);
    send(0, unit.delta);
    pass(6_000);
    send(3000, unit.delta, unit.delta);
    expect(payloads(reader.media())).toEqual(hex(unit.delta, unit.delta));
  });

  it('of a camera that went silent gets its old pictures only together with a new one', () => {
    const { live, send, sendAudio, pass } = stage([base, audio]);
    send(0, sps, pps, unit.idr);
    pass(4_000);
    const reader = joined(live);
    sendAudio(0, 1);
    expect(reader.media()).toEqual([]);
    send(360_000, unit.delta);
    expect(payloads(reader.media())).toEqual([...hex(sps, pps, unit.idr), '01', ...hex(unit.delta)]);
  });

  it('first gets reports that relate sound and video to one clock', () => {
    const { live, send, sendAudio, pass } = stage([base, audio]);
    send(90_000, unit.idr);
    pass(500);
    sendAudio(4_000, 1);
    const reader = joined(live);
    const [picture, sound] = reader.reports().map(parseSenderReport);
    expect(picture?.rtpTime).toBe(90_000);
    expect(sound?.rtpTime).toBe(0);
    expect(sound?.wallMs).toBe(picture?.wallMs);
    expect(reader.startPoints.map(({ rtpTime }) => rtpTime)).toEqual([90_000, 0]);
  });

  it('is notified when the source ends, and gets nothing after it has left', () => {
    const { live, send } = stage();
    const staying = joined(live);
    const leaving = joined(live);
    live.leave(leaving.consumer);
    send(0, unit.idr);
    live.end();
    send(3000, unit.delta);
    expect([staying.media().length, leaving.media().length]).toEqual([3, 0]);
    expect([staying.ended(), leaving.ended()]).toEqual([true, false]);
  });
});

describe('a source', () => {
  it('may send garbage without damaging the stream', () => {
    fc.assert(
      fc.property(fc.constantFrom(base, hevc), fc.array(fc.uint8Array({ maxLength: 60 })), (track, garbage) => {
        const { live, send } = stage([track, audio]);
        const reader = joined(live);
        for (const bytes of garbage) {
          const framed = Buffer.concat([Buffer.from([0x24, 0, 0, bytes.length]), bytes]);
          live.packet(0, Buffer.from(framed));
          live.report(0, Buffer.from(framed));
          live.packet(1, Buffer.from(framed));
          if (bytes.length > 0) send(1, Buffer.from(bytes));
        }
        live.batchEnd();
        for (const packet of reader.media()) expect(rtpPayloadStart(packet)).toBeGreaterThan(0);
        live.describe();
      }),
    );
  });

  it('that restarts its RTP time sends a report before the first packet of the new time', () => {
    const { live, send, pass } = stage();
    const reader = joined(live);
    send(90_000 * 100, unit.idr);
    const before = reader.reports().length;
    pass(1_000);
    send(0, unit.idr);
    const report = parseSenderReport(reader.reports()[before] ?? Buffer.alloc(0));
    expect(report?.rtpTime).toBe(0);
    expect(
      (report?.wallMs ?? 0) - (parseSenderReport(reader.reports()[0] ?? Buffer.alloc(0))?.wallMs ?? 0),
    ).toBeCloseTo(1_000, 0);
  });

  it('has packets of an unannounced payload type dropped', () => {
    const { live, send } = stage();
    const reader = joined(live);
    send(0, unit.idr);
    const before = reader.media().length;
    live.packet(
      0,
      makeRtpPacket({ channel: 0, payloadType: 98, sequence: 1, timestamp: 1, ssrc: 5, payload: unit.delta }),
    );
    live.batchEnd();
    expect(reader.media()).toHaveLength(before);
  });
});

describe('a camera that changes while streaming', () => {
  const larger = Buffer.from([0x67, 9, 9, 9]);
  const stapled = (...units: Buffer[]) => [unit.delimiter, ...units, pps, unit.idr];

  it('has its readers disconnected before the first picture of the other size, and described the new size on their return', () => {
    const { live, send } = stage();
    send(1, unit.delimiter, sps, pps, unit.idr);
    const reader = joined(live);
    send(2, unit.delta);
    send(3, ...stapled(larger));
    expect(reader.ended()).toBe(true);
    expect(payloads(reader.media())).toEqual(hex(unit.delimiter, sps, pps, unit.idr, unit.delta));
    send(4, unit.delta);
    expect(payloads(reader.media())).toHaveLength(5);
    expect(live.describe()).toContain(larger.toString('base64'));
    expect(payloads(joined(live).media())).toEqual(hex(...stapled(larger), unit.delta));
  });

  it('keeps its readers while it repeats its sets, also when it has several', () => {
    const { live, send } = stage([{ ...base, format: 'packetization-mode=1' }]);
    const reader = joined(live);
    for (let time = 1; time < 6; time += 1) send(time, ...stapled(sps, larger));
    expect(reader.ended()).toBe(false);
    expect(payloads(reader.media())).toHaveLength(25);
  });

  /** A keyframe a second. */
  const watched = (kinds: readonly MediaTrack[] = [base]) => {
    const { live, send, pass } = stage(kinds);
    let second = 0;
    const keyframe = (set: Buffer) => {
      second += 1;
      pass(1_000);
      send(second * 90_000, ...stapled(set));
    };
    return { live, keyframe };
  };

  it('back and forth within seconds does not leave a reader with an outdated description for good', () => {
    const { live, keyframe } = watched();
    keyframe(sps);
    const first = joined(live);
    keyframe(larger);
    expect(first.ended()).toBe(true);
    const second = joined(live);
    keyframe(sps);
    expect(second.ended()).toBe(false);
    for (let time = 0; time < 10; time += 1) keyframe(sps);
    expect(second.ended()).toBe(true);
    const third = joined(live);
    for (let time = 0; time < 100; time += 1) keyframe(sps);
    expect(third.ended()).toBe(false);
  });

  it('disconnects only the readers with another description', () => {
    const { live, keyframe } = watched();
    keyframe(sps);
    joined(live);
    keyframe(larger);
    const atLarger = joined(live);
    keyframe(sps);
    const atSmaller = joined(live);
    for (let time = 0; time < 30; time += 1) keyframe(sps);
    expect([atLarger.ended(), atSmaller.ended()]).toEqual([true, false]);
  });

  it('all the time has its readers disconnected less and less often, but again and again', () => {
    const { live, keyframe } = watched();
    const cutsAt: number[] = [];
    let reader = joined(live);
    for (let second = 0; second < 3_600; second += 1) {
      keyframe(second % 2 === 0 ? sps : larger);
      if (!reader.ended()) continue;
      cutsAt.push(second);
      reader = joined(live);
    }
    const gaps = cutsAt.slice(1).map((at, index) => at - (cutsAt[index] ?? 0));
    expect(gaps.slice(0, 3).map((gap) => Math.round(gap / 10))).toEqual([1, 2, 4]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(302);
    expect(cutsAt.length).toBeGreaterThan(12);
  });

  it('rejects a reader that described it before and plays after the change', () => {
    const { live, keyframe } = watched();
    keyframe(sps);
    const before = live.shapes;
    expect(live.fits(before)).toBe(true);
    keyframe(larger);
    expect(live.fits(before)).toBe(false);
    expect(live.fits(live.shapes)).toBe(true);
  });

  it('only in rate and colours keeps its readers, also if its description differs from its stream', () => {
    const at20 = Buffer.from('67640028acd940780227e5c044000003000400000300a03c60c658', 'hex');
    const at25 = Buffer.from('67640028acd940780227e5c05a808100a0000003002000000641e30632c0', 'hex');
    const format = `packetization-mode=1; sprop-parameter-sets=${at20.toString('base64')},${pps.toString('base64')}`;
    const { live, keyframe } = watched([{ ...base, format }]);
    const reader = joined(live);
    for (let time = 0; time < 100; time += 1) keyframe(time % 2 === 0 ? at25 : at20);
    expect(reader.ended()).toBe(false);
    expect(payloads(reader.media())).toHaveLength(400);
  });

  it.each([
    ['H.265 where H.264 was announced', base, [sps, pps, unit.idr], [vps, hevcSps, hevcPps, unit.hevcIdr]],
    [
      'H.264 where H.265 was announced',
      hevc,
      [vps, hevcSps, hevcPps, unit.hevcIdr],
      [Buffer.from([0x67, 100, 2, 3]), pps],
    ],
    [
      'aggregated H.264 where H.265 was announced',
      hevc,
      [vps, hevcSps, hevcPps, unit.hevcIdr],
      [aggregate(Buffer.from([0x67, 100, 2, 3]), pps)],
    ],
    [
      'H.264 that a muxer aggregated as H.265',
      hevc,
      [vps, hevcSps, hevcPps, unit.hevcIdr],
      [Buffer.concat([Buffer.from([0x60, 1, 0, 4, 0x67, 100, 2, 3, 0, 3]), pps])],
    ],
    [
      'H.265 that a muxer aggregated as H.264',
      base,
      [sps, pps, unit.idr],
      [aggregate(Buffer.from([0x46, 1, 0x50]), vps, hevcSps, hevcPps)],
    ],
  ])('forwards nothing of %s', (_title, track, announced, sent) => {
    const { live, send } = stage([track]);
    send(1, ...announced);
    const reader = joined(live);
    expect(live.codecChanged.aborted).toBe(false);
    send(2, ...sent);
    send(3, unit.delta);
    expect([live.codecChanged.aborted, reader.ended()]).toEqual([true, true]);
    expect(payloads(reader.media())).toEqual(hex(...announced));
  });
});
