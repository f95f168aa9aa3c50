import { visitNals } from './nal-units.ts';
import { packetEnd } from './packet-bytes.ts';
import { rtpPayloadEnd, rtpPayloadStart, rtpSequence, rtpTimestamp } from './rtp.ts';
import type { VideoCodec } from './sdp.ts';

const START_CODE = Buffer.from([0, 0, 0, 1]);
/** Before a fragment: the indicator and the fragment header. */
const FRAGMENT_HEADER_BYTES: Record<VideoCodec, number> = { h264: 2, h265: 3 };

/**
 * Extracts the video of a stream from its RTP packets in Annex B form, with start codes. A unit that lost a packet is
 * dropped. `onPicture` is called with the RTP time of each picture when its first unit arrives.
 */
export class AnnexBWriter {
  readonly #codec: VideoCodec;
  readonly #channel: number;
  readonly #onPicture: (rtpTime: number) => void;
  #parts: Buffer[] = [];
  #fragments: Buffer[] = [];
  #lastSequence: number | undefined;
  #lastTime: number | undefined;

  constructor({
    codec,
    channel,
    onPicture,
  }: {
    codec: VideoCodec;
    channel: number;
    onPicture: (rtpTime: number) => void;
  }) {
    this.#codec = codec;
    this.#channel = channel;
    this.#onPicture = onPicture;
  }

  /** The bytes for these packets, in new memory. */
  write(packets: Buffer): Buffer {
    for (let at = 0; at < packets.length; at = packetEnd(packets, at))
      if (packets[at + 1] === this.#channel) this.#packet(packets.subarray(at, packetEnd(packets, at)));
    const written = Buffer.concat(this.#parts);
    this.#parts = [];
    return written;
  }

  #packet(framed: Buffer): void {
    const from = rtpPayloadStart(framed);
    if (from < 0) return;
    const sequence = rtpSequence(framed);
    const lost = this.#lastSequence !== undefined && ((this.#lastSequence + 1) & 0xffff) !== sequence;
    this.#lastSequence = sequence;
    const time = rtpTimestamp(framed);
    if (lost || time !== this.#lastTime) this.#fragments = [];
    if (time !== this.#lastTime) this.#onPicture(time);
    this.#lastTime = time;
    visitNals(
      this.#codec,
      framed,
      { from, to: rtpPayloadEnd(framed, from) },
      {
        nal: ({ piece, from: unitFrom, to }) => {
          const unit = framed.subarray(unitFrom, to);
          if (piece === 'whole') this.#unit([unit]);
          else this.#fragment(unit, piece === 'first');
        },
      },
    );
  }

  #fragment(unit: Buffer, isFirst: boolean): void {
    const headerBytes = FRAGMENT_HEADER_BYTES[this.#codec];
    const flags = unit[headerBytes - 1] ?? 0;
    if (isFirst) this.#fragments = [this.#wholeHeader(unit)];
    else if (this.#fragments.length === 0) return;
    // Copied, because packets are only valid during the call.
    this.#fragments.push(Buffer.from(unit.subarray(headerBytes)));
    if ((flags & 0x40) === 0) return;
    this.#unit(this.#fragments);
    this.#fragments = [];
  }

  /** The unit's header, which fragments carry in two parts. */
  #wholeHeader(unit: Buffer): Buffer {
    const [first = 0, second = 0, third = 0] = unit;
    return this.#codec === 'h264'
      ? Buffer.from([(first & 0xe0) | (second & 0x1f)])
      : Buffer.from([(first & 0x81) | ((third & 0x3f) << 1), second]);
  }

  #unit(parts: readonly Buffer[]): void {
    this.#parts.push(START_CODE, ...parts);
  }
}
