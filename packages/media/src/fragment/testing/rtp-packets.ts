import type { VideoCodec, VideoTrack } from '../../rtp/sdp.ts';

export interface SentPicture {
  nals: readonly Buffer[];
  rtpTime: number;
}

export interface Packing {
  codec: VideoCodec;
  mtu?: number;
  /** Small units are aggregated into one packet. */
  aggregates?: boolean;
  markers?: 'right' | 'none' | 'every-packet';
  firstSequence?: number;
}

export const videoTrack = (codec: VideoCodec, format?: string): VideoTrack => ({
  media: 'video',
  codec,
  payloadType: 96,
  clockRate: 90_000,
  channels: undefined,
  format,
  control: undefined,
});

/** Pictures as packets of a camera. */
export function rtpPackets(
  pictures: readonly SentPicture[],
  { codec, mtu = 400, aggregates = false, markers = 'right', firstSequence = 65_000 }: Packing,
): Buffer[] {
  let sequence = firstSequence;
  return pictures.flatMap(({ nals, rtpTime }) => {
    const payloads = payloadsOf(codec, nals, { mtu, aggregates });
    return payloads.map((payload, i) => {
      const isLast = i === payloads.length - 1;
      const marker = markers === 'every-packet' || (markers === 'right' && isLast);
      return rtpPacket({ sequence: sequence++, rtpTime, marker, payload });
    });
  });
}

function payloadsOf(
  codec: VideoCodec,
  nals: readonly Buffer[],
  { mtu, aggregates }: { mtu: number; aggregates: boolean },
) {
  const payloads: Buffer[] = [];
  let together: Buffer[] = [];
  const close = () => {
    const [only] = together;
    if (together.length === 1 && only) payloads.push(only);
    else if (together.length > 1) payloads.push(aggregate(codec, together));
    together = [];
  };
  for (const nal of nals) {
    const bytes = together.reduce((sum, one) => sum + one.length + 2, nal.length + 2);
    if (!aggregates || bytes > mtu) close();
    if (nal.length > mtu) payloads.push(...fragments(codec, nal, mtu));
    else if (aggregates) together.push(nal);
    else payloads.push(nal);
  }
  close();
  return payloads;
}

export function aggregate(codec: VideoCodec, nals: readonly Buffer[]): Buffer {
  const header = codec === 'h264' ? [24] : [48 << 1, 1];
  return Buffer.concat([
    Buffer.from(header),
    ...nals.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 0xff]), nal]),
  ]);
}

export function fragments(codec: VideoCodec, nal: Buffer, mtu: number): Buffer[] {
  const headerBytes = codec === 'h264' ? 1 : 2;
  const [first = 0, second = 0] = nal;
  const type = codec === 'h264' ? first & 0x1f : (first >> 1) & 0x3f;
  const pieces: Buffer[] = [];
  for (let at = headerBytes; at < nal.length; at += mtu) {
    const flags = (at === headerBytes ? 0x80 : 0) | (at + mtu >= nal.length ? 0x40 : 0) | type;
    const header = codec === 'h264' ? [(first & 0xe0) | 28, flags] : [(first & 0x81) | (49 << 1), second, flags];
    pieces.push(Buffer.concat([Buffer.from(header), nal.subarray(at, at + mtu)]));
  }
  return pieces;
}

export function rtpPacket({
  sequence,
  rtpTime,
  marker,
  payload,
  ssrc = 7,
}: {
  sequence: number;
  rtpTime: number;
  marker: boolean;
  payload: Buffer;
  ssrc?: number;
}): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt8(0x24, 0);
  head.writeUInt16BE((12 + payload.length) & 0xffff, 2);
  head.writeUInt8(0x80, 4);
  head.writeUInt8(96 | (marker ? 0x80 : 0), 5);
  head.writeUInt16BE(sequence & 0xffff, 6);
  head.writeUInt32BE(rtpTime >>> 0, 8);
  head.writeUInt32BE(ssrc, 12);
  return Buffer.concat([head, payload]);
}
