import { interleavedHeaderBytes } from './interleaved-header.ts';

const senderReportType = 200;
const receiverReportType = 201;
const sourceDescriptionType = 202;
const ntpEpochOffsetSeconds = 2_208_988_800;

export interface SenderReport {
  ssrc: number;
  /** The sender's wall clock in milliseconds since 1970; cameras often start at 1970. */
  wallMs: number;
  rtpTime: number;
}

/** The first sender report of a compound RTCP packet, if any. */
export function parseSenderReport(framed: Buffer): SenderReport | undefined {
  let at = interleavedHeaderBytes;
  while (at + 8 <= framed.length) {
    if (framed.readUInt8(at) >> 6 !== 2) return undefined;
    const bytes = (framed.readUInt16BE(at + 2) + 1) * 4;
    if (framed.readUInt8(at + 1) === senderReportType) {
      if (bytes < 28 || at + 28 > framed.length) return undefined;
      const wholeSeconds = framed.readUInt32BE(at + 8) - ntpEpochOffsetSeconds;
      const fraction = framed.readUInt32BE(at + 12) / 2 ** 32;
      return {
        ssrc: framed.readUInt32BE(at + 4),
        wallMs: (wholeSeconds + fraction) * 1000,
        rtpTime: framed.readUInt32BE(at + 16),
      };
    }
    at += bytes;
  }
  return undefined;
}

/** A sender report with the canonical name, by which a reader knows which tracks share a clock. */
export function makeSenderReport({
  channel,
  report,
  packets,
  octets,
  canonicalName,
}: {
  channel: number;
  report: SenderReport;
  packets: number;
  octets: number;
  canonicalName: string;
}): Buffer {
  const description = sourceDescription(report.ssrc, canonicalName);
  const framed = Buffer.alloc(interleavedHeaderBytes + 28 + description.length);
  frameRtcp(framed, channel);
  framed.writeUInt8(0x80, 4);
  framed.writeUInt8(senderReportType, 5);
  framed.writeUInt16BE(6, 6);
  framed.writeUInt32BE(report.ssrc, 8);
  const seconds = Math.floor(report.wallMs / 1000);
  framed.writeUInt32BE((seconds + ntpEpochOffsetSeconds) >>> 0, 12);
  framed.writeUInt32BE(Math.floor((report.wallMs / 1000 - seconds) * 2 ** 32) >>> 0, 16);
  framed.writeUInt32BE(report.rtpTime >>> 0, 20);
  framed.writeUInt32BE(packets >>> 0, 24);
  framed.writeUInt32BE(octets >>> 0, 28);
  description.copy(framed, 32);
  return framed;
}

/** Some cameras end a session without receiver reports, even with RTSP keep-alives. */
export function makeEmptyReceiverReport({ channel, ssrc }: { channel: number; ssrc: number }): Buffer {
  const framed = Buffer.alloc(interleavedHeaderBytes + 8);
  frameRtcp(framed, channel);
  framed.writeUInt8(0x80, 4);
  framed.writeUInt8(receiverReportType, 5);
  framed.writeUInt16BE(1, 6);
  framed.writeUInt32BE(ssrc, 8);
  return framed;
}

function frameRtcp(framed: Buffer, channel: number): void {
  framed.writeUInt8(0x24, 0);
  framed.writeUInt8(channel, 1);
  framed.writeUInt16BE(framed.length - interleavedHeaderBytes, 2);
}

function sourceDescription(ssrc: number, canonicalName: string): Buffer {
  const name = Buffer.from(canonicalName).subarray(0, 255);
  const itemBytes = 4 + 2 + name.length;
  // The item list ends with at least one zero byte and is padded to whole words.
  const chunkBytes = (Math.floor(itemBytes / 4) + 1) * 4;
  const packet = Buffer.alloc(4 + chunkBytes);
  packet.writeUInt8(0x81, 0);
  packet.writeUInt8(sourceDescriptionType, 1);
  packet.writeUInt16BE(chunkBytes / 4, 2);
  packet.writeUInt32BE(ssrc, 4);
  packet.writeUInt8(1, 8);
  packet.writeUInt8(name.length, 9);
  name.copy(packet, 10);
  return packet;
}
