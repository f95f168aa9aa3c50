import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEmptyReceiverReport, makeSenderReport, parseSenderReport } from './rtcp.ts';
import {
  makeRtpPacket,
  rtpPayloadEnd,
  rtpPayloadStart,
  rtpPayloadType,
  rtpSequence,
  rtpSsrc,
  rtpTimeDelta,
  rtpTimestamp,
  shiftRtpSequence,
} from './rtp.ts';

describe('an RTP packet', () => {
  it('can be read back', () => {
    const payload = Buffer.from('picture');
    const framed = makeRtpPacket({
      channel: 2,
      payloadType: 96,
      sequence: 65_536 + 7,
      timestamp: 4_000_000_000,
      ssrc: 9,
      payload,
    });
    expect(framed.subarray(0, 4)).toEqual(Buffer.from([0x24, 2, 0, 19]));
    expect([rtpPayloadType(framed), rtpSequence(framed), rtpTimestamp(framed), rtpSsrc(framed)]).toEqual([
      96, 7, 4_000_000_000, 9,
    ]);
    expect(framed.subarray(rtpPayloadStart(framed))).toEqual(payload);
  });

  it('wraps its sequence number when shifted', () => {
    const framed = makeRtpPacket({
      channel: 0,
      payloadType: 96,
      sequence: 65_535,
      timestamp: 0,
      ssrc: 0,
      payload: Buffer.alloc(1),
    });
    shiftRtpSequence(framed, 3);
    expect(rtpSequence(framed)).toBe(2);
  });

  it('never throws on garbage, and its payload is inside the packet', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const framed = Buffer.from(bytes);
        const start = rtpPayloadStart(framed);
        if (start < 0) return;
        const end = rtpPayloadEnd(framed, start);
        expect(start <= end && end <= framed.length).toBe(true);
      }),
    );
  });

  it('measures time over the wrap', () => {
    expect(rtpTimeDelta(10, 2 ** 32 - 10)).toBe(20);
    expect(rtpTimeDelta(2 ** 32 - 10, 10)).toBe(-20);
  });
});

describe('a sender report', () => {
  it('reads back as it was made, whatever the length of the name', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2 ** 32 - 1 }),
        fc.nat({ max: 2 ** 32 - 1 }),
        fc.integer({ min: 0, max: 4_000_000_000_000 }).filter((ms) => ms < 2_000_000_000_000),
        fc.string({ maxLength: 40 }),
        (ssrc, rtpTime, wallMs, canonicalName) => {
          const framed = makeSenderReport({
            channel: 1,
            report: { ssrc, rtpTime, wallMs },
            packets: 1,
            octets: 2,
            canonicalName,
          });
          const parsed = parseSenderReport(framed);
          expect(parsed?.ssrc).toBe(ssrc);
          expect(parsed?.rtpTime).toBe(rtpTime);
          expect(parsed?.wallMs).toBeCloseTo(wallMs, 2);
          expect((framed.length - 4) % 4).toBe(0);
        },
      ),
    );
  });

  it('is not found in garbage or in a receiver report, and nothing throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => void parseSenderReport(Buffer.from(bytes))));
    expect(parseSenderReport(makeEmptyReceiverReport({ channel: 1, ssrc: 5 }))).toBeUndefined();
  });
});
