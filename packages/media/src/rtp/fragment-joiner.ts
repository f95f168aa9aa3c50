import { interleavedHeaderBytes } from './interleaved-header.ts';
import { PacketBytes, packetEnd } from './packet-bytes.ts';
import { rtpFixedHeaderEnd, rtpPayloadEnd, rtpPayloadStart, rtpSequence, rtpTimestamp } from './rtp.ts';
import type { VideoCodec } from './sdp.ts';

/** Of one NAL unit in one packet: with the headers before it, it fits the 16 bits of an interleaved length. */
const MOST_UNIT_BYTES = 65_000;

const STARTS = 0x80;
const ENDS = 0x40;

/** How a payload begins that holds a part of a NAL unit: the unit's own header under this type, then a byte of flags. */
const fragmentFormats: Record<VideoCodec, { headerBytes: number; isFragment: (first: number) => boolean }> = {
  h264: { headerBytes: 1, isFragment: (first) => (first & 0x1f) === 28 },
  h265: { headerBytes: 2, isFragment: (first) => ((first >> 1) & 0x3f) === 49 },
};

/**
 * Puts NAL units together again that a camera cut to the size of Ethernet, for a reader that pays for every packet:
 * over TCP there is room for 64 kB in each. No byte of a unit changes. Numbers are given anew, and what the camera
 * lost stays visible as a gap in them.
 */
export class FragmentJoiner {
  readonly #codec: VideoCodec;
  readonly #channel: number;
  readonly #ready = new PacketBytes();
  /** What is gathered of a unit, without its header. */
  readonly #unit = new PacketBytes();
  readonly #rtpHeader = Buffer.alloc(rtpFixedHeaderEnd);
  readonly #payloadHeader: Buffer;
  #isGathering = false;
  #holdsStart = false;
  #lastSequence: number | undefined;
  #nextSequence = 0;

  constructor({ codec, channel }: { codec: VideoCodec; channel: number }) {
    this.#codec = codec;
    this.#channel = channel;
    this.#payloadHeader = Buffer.alloc(fragmentFormats[codec].headerBytes + 1);
  }

  join(packets: Buffer): void {
    for (let at = 0; at < packets.length; ) {
      const end = packetEnd(packets, at);
      this.#packet(packets.subarray(at, end));
      at = end;
    }
  }

  get readyBytes(): number {
    return this.#ready.bytes;
  }

  /** All that can go out; good until the next call. */
  ready(): Buffer {
    return this.#ready.view();
  }

  /** What became of the bytes that were ready: memory that is still read from is not written to again. */
  sent({ isStillRead }: { isStillRead: boolean }): void {
    if (isStillRead) this.#ready.renew();
    else this.#ready.clear();
  }

  #packet(framed: Buffer): void {
    if (framed[1] !== this.#channel) {
      this.#ready.add(framed);
      return;
    }
    const lost = this.#countLost(rtpSequence(framed));
    const from = rtpPayloadStart(framed);
    const to = rtpPayloadEnd(framed, from);
    const dataFrom = from + this.#payloadHeader.length;
    if (dataFrom > to || !fragmentFormats[this.#codec].isFragment(framed[from] ?? 0)) {
      this.#putOut({ ends: false });
      this.#nextSequence += lost;
      this.#passOn(framed);
      return;
    }
    const flags = framed[dataFrom - 1] ?? 0;
    const starts = (flags & STARTS) !== 0;
    if (starts || lost > 0 || rtpTimestamp(framed) !== rtpTimestamp(this.#rtpHeader)) this.#putOut({ ends: false });
    this.#nextSequence += lost;
    if (this.#unit.bytes + to - dataFrom > MOST_UNIT_BYTES) this.#putOut({ ends: false });
    if (!this.#isGathering) this.#holdsStart = starts;
    this.#isGathering = true;
    framed.copy(this.#rtpHeader);
    framed.copy(this.#payloadHeader, 0, from, dataFrom);
    this.#unit.add(framed, dataFrom, to);
    if ((flags & ENDS) !== 0) this.#putOut({ ends: true });
  }

  #countLost(sequence: number): number {
    const last = this.#lastSequence;
    this.#lastSequence = sequence;
    if (last !== undefined) return (sequence - last - 1) & 0xffff;
    this.#nextSequence = sequence;
    return 0;
  }

  /** A unit that did not come whole, or is too long for one packet, goes out in parts as it came. */
  #putOut({ ends }: { ends: boolean }): void {
    if (!this.#isGathering) return;
    this.#isGathering = false;
    const isWhole = this.#holdsStart && ends;
    const header = isWhole ? this.#wholeHeader() : this.#partHeader(ends);
    const dataAt = rtpFixedHeaderEnd + header.length;
    const framed = this.#ready.addRoom(dataAt + this.#unit.bytes);
    framed.set(this.#rtpHeader);
    framed.set(header, rtpFixedHeaderEnd);
    framed.set(this.#unit.view(), dataAt);
    this.#unit.clear();
    framed.writeUInt16BE(framed.length - interleavedHeaderBytes, 2);
    // Padding, extensions and sources that the camera's packets carried stay behind.
    framed[interleavedHeaderBytes] = 0x80;
    this.#number(framed);
  }

  /** The unit's own header: the type comes back from among the flags to where the packet said "fragment". */
  #wholeHeader(): Buffer {
    const [first = 0, second = 0, third = 0] = this.#payloadHeader;
    return this.#codec === 'h264'
      ? Buffer.from([(first & 0xe0) | (second & 0x1f)])
      : Buffer.from([(first & 0x81) | ((third & 0x3f) << 1), second]);
  }

  #partHeader(ends: boolean): Buffer {
    const last = this.#payloadHeader.length - 1;
    const type = (this.#payloadHeader[last] ?? 0) & ~(STARTS | ENDS);
    this.#payloadHeader[last] = type | (this.#holdsStart ? STARTS : 0) | (ends ? ENDS : 0);
    return this.#payloadHeader;
  }

  #passOn(framed: Buffer): void {
    const passed = this.#ready.addRoom(framed.length);
    passed.set(framed);
    this.#number(passed);
  }

  #number(framed: Buffer): void {
    framed.writeUInt16BE(this.#nextSequence & 0xffff, 6);
    this.#nextSequence = (this.#nextSequence + 1) & 0xffff;
  }
}
