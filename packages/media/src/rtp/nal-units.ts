import type { VideoCodec } from './sdp.ts';

/** `whole`: a complete unit; `first` and `rest`: its fragments. */
export type NalPiece = 'whole' | 'first' | 'rest';

export interface NalVisitor {
  nal(unit: { type: number; piece: NalPiece; from: number; to: number }): void;
}

/** Calls the visitor for each NAL unit that starts or continues in an RTP payload. Damaged payloads end early. */
export function visitNals(
  codec: VideoCodec,
  packet: Buffer,
  payload: { from: number; to: number },
  visitor: NalVisitor,
) {
  if (codec === 'h264') visitH264(packet, payload.from, payload.to, visitor);
  else visitH265(packet, payload.from, payload.to, visitor);
}

function visitH264(packet: Buffer, from: number, to: number, visitor: NalVisitor): void {
  if (to - from < 2) return;
  const type = h264Type(packet.readUInt8(from));
  if (type === 24) visitAggregate(packet, { from: from + 1, to }, h264Type, visitor);
  else if (type === 25) visitAggregate(packet, { from: from + 3, to }, h264Type, visitor);
  else if (type === 28 || type === 29) visitFragment(packet.readUInt8(from + 1), 0x1f, { from, to }, visitor);
  else visitor.nal({ type, piece: 'whole', from, to });
}

function visitH265(packet: Buffer, from: number, to: number, visitor: NalVisitor): void {
  if (to - from < 3) return;
  const type = h265Type(packet.readUInt8(from));
  if (type === 48) visitAggregate(packet, { from: from + 2, to }, h265Type, visitor);
  else if (type === 49) visitFragment(packet.readUInt8(from + 2), 0x3f, { from, to }, visitor);
  else visitor.nal({ type, piece: 'whole', from, to });
}

function visitFragment(
  header: number,
  typeMask: number,
  span: { from: number; to: number },
  visitor: NalVisitor,
): void {
  visitor.nal({ type: header & typeMask, piece: (header & 0x80) === 0 ? 'rest' : 'first', ...span });
}

const h264Type = (header: number): number => header & 0x1f;
const h265Type = (header: number): number => (header >> 1) & 0x3f;

function visitAggregate(
  packet: Buffer,
  { from: start, to }: { from: number; to: number },
  typeOf: (header: number) => number,
  visitor: NalVisitor,
): void {
  let at = start;
  while (at + 3 <= to) {
    const bytes = packet.readUInt16BE(at);
    const from = at + 2;
    if (bytes === 0 || from + bytes > to) return;
    visitor.nal({ type: typeOf(packet.readUInt8(from)), piece: 'whole', from, to: from + bytes });
    at = from + bytes;
  }
}

const h264Profiles: readonly number[] = [66, 77, 88, 100, 110, 118, 122, 128, 244];

/** Whether a payload can only be of the other codec; the aggregates of both codecs are searched. */
export function isOfOtherCodec(codec: VideoCodec, packet: Buffer, payload: { from: number; to: number }): boolean {
  if (isForeignUnit(codec, packet, payload)) return true;
  const first = packet[payload.from] ?? 0;
  const headerBytes = h264Type(first) === 24 ? 1 : 2;
  if (headerBytes === 2 && (codec === 'h264' || h265Type(first) !== 48)) return false;
  let found = false;
  const look = (unit: { from: number; to: number }) => {
    if (isForeignUnit(codec, packet, unit)) found = true;
  };
  visitAggregate(packet, { from: payload.from + headerBytes, to: payload.to }, h264Type, { nal: look });
  return found;
}

/**
 * Most groups of an H.265 stream start with units that have no type in H.264; and the sequence parameter set of H.264
 * parses as an H.265 layer that no camera sends.
 */
function isForeignUnit(codec: VideoCodec, packet: Buffer, { from, to }: { from: number; to: number }): boolean {
  if (to - from < 3) return false;
  const first = packet[from] ?? 0;
  const second = packet[from + 1] ?? 0;
  if (codec === 'h264') return (first & 0x9f) === 0 && second === 1;
  return (first & 0x9f) === 7 && h264Profiles.includes(second);
}

export function isParameterSet(codec: VideoCodec, type: number): boolean {
  return codec === 'h264' ? type === 7 || type === 8 : type >= 32 && type <= 34;
}

export function isPicture(codec: VideoCodec, type: number): boolean {
  return codec === 'h264' ? type >= 1 && type <= 5 : type <= 31;
}

/** Pictures a decoder can start on: IDR in H.264; BLA, IDR and CRA in H.265. */
export function isRandomAccess(codec: VideoCodec, type: number): boolean {
  return codec === 'h264' ? type === 5 : type >= 16 && type <= 21;
}

const recoveryPointMessage = 6;

/** H.264 encoders with open groups signal a random access point by this message instead of an IDR picture. */
export function announcesRecoveryPoint(packet: Buffer, from: number, to: number): boolean {
  let at = from + 1;
  while (at + 2 < to) {
    let kind = 0;
    while (at < to && packet[at] === 0xff) {
      kind += 255;
      at += 1;
    }
    kind += packet[at] ?? 0;
    at += 1;
    let bytes = 0;
    while (at < to && packet[at] === 0xff) {
      bytes += 255;
      at += 1;
    }
    bytes += packet[at] ?? 0;
    at += 1;
    // A leading one bit is Exp-Golomb zero: exact from this picture on.
    if (kind === recoveryPointMessage) return at < to && ((packet[at] ?? 0) & 0x80) !== 0;
    at += bytes;
  }
  return false;
}
