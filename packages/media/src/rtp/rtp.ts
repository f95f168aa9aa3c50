import { interleavedHeaderBytes } from './interleaved-header.ts';

/** All offsets count from the start of the interleaved header, so that a packet needs no second view. */
const rtpFixedHeaderEnd = interleavedHeaderBytes + 12;

const byteAt = (framed: Buffer, at: number): number => framed[at] ?? 0;

/** Start of the payload, or -1 if the bytes are not an RTP packet. */
export function rtpPayloadStart(framed: Buffer): number {
  if (framed.length < rtpFixedHeaderEnd) return -1;
  const flags = byteAt(framed, 4);
  if (flags >> 6 !== 2) return -1;
  let start = rtpFixedHeaderEnd + (flags & 0x0f) * 4;
  if ((flags & 0x10) !== 0) {
    if (framed.length < start + 4) return -1;
    start += 4 + framed.readUInt16BE(start + 2) * 4;
  }
  return start <= framed.length ? start : -1;
}

/** End of the payload without padding; never before `start`. */
export function rtpPayloadEnd(framed: Buffer, start: number): number {
  if ((byteAt(framed, 4) & 0x20) === 0) return framed.length;
  return Math.max(start, framed.length - byteAt(framed, framed.length - 1));
}

export const rtpPayloadType = (framed: Buffer): number => byteAt(framed, 5) & 0x7f;
export const rtpMarker = (framed: Buffer): boolean => (byteAt(framed, 5) & 0x80) !== 0;
export const rtpSequence = (framed: Buffer): number => framed.readUInt16BE(6);
export const rtpTimestamp = (framed: Buffer): number => framed.readUInt32BE(8);
export const rtpSsrc = (framed: Buffer): number => framed.readUInt32BE(12);

export function shiftRtpSequence(framed: Buffer, by: number): void {
  framed.writeUInt16BE((rtpSequence(framed) + by) & 0xffff, 6);
}

/** Signed distance between two wrapping 32-bit RTP times. */
export const rtpTimeDelta = (later: number, earlier: number): number => (later - earlier) | 0;

export function makeRtpPacket({
  channel,
  payloadType,
  sequence,
  timestamp,
  ssrc,
  payload,
}: {
  channel: number;
  payloadType: number;
  sequence: number;
  timestamp: number;
  ssrc: number;
  payload: Buffer;
}): Buffer {
  const framed = Buffer.allocUnsafeSlow(rtpFixedHeaderEnd + payload.length);
  framed.writeUInt8(0x24, 0);
  framed.writeUInt8(channel, 1);
  framed.writeUInt16BE(12 + payload.length, 2);
  framed.writeUInt8(0x80, 4);
  framed.writeUInt8(payloadType & 0x7f, 5);
  framed.writeUInt16BE(sequence & 0xffff, 6);
  framed.writeUInt32BE(timestamp, 8);
  framed.writeUInt32BE(ssrc, 12);
  payload.copy(framed, rtpFixedHeaderEnd);
  return framed;
}
