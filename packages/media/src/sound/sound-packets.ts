import { formatValues } from '../rtp/format-values.ts';
import { rtpMarker, rtpPayloadEnd, rtpPayloadStart, rtpSequence, rtpTimestamp } from '../rtp/rtp.ts';
import type { MediaTrack } from '../rtp/sdp.ts';
import type { SoundSample } from './sound-source.ts';

const AAC_SAMPLES = 1024;
const MAX_UNIT_BYTES = 16 * 1024;
const MAX_UNITS = 64;

/** Splits the packets of a sound track into samples for a file. A lost packet is a gap in the times. */
export class SoundPackets {
  readonly #track: MediaTrack;
  readonly #onSample: (sample: SoundSample) => void;
  readonly #sizes: { sizeBits: number; indexBits: number; deltaBits: number };
  #part: Buffer[] = [];
  #partBytes = 0;
  #nextSequence: number | undefined;

  constructor({ track, onSample }: { track: MediaTrack; onSample: (sample: SoundSample) => void }) {
    this.#track = track;
    this.#onSample = onSample;
    const values = formatValues(track.format ?? '');
    const bitsOf = (name: string, usual: number) => Math.min(16, Math.max(0, Number(values.get(name) ?? usual) || 0));
    this.#sizes = {
      sizeBits: bitsOf('sizelength', 13),
      indexBits: bitsOf('indexlength', 3),
      deltaBits: bitsOf('indexdeltalength', 3),
    };
  }

  packet(framed: Buffer): void {
    const from = rtpPayloadStart(framed);
    const to = from < 0 ? -1 : rtpPayloadEnd(framed, from);
    if (to <= from) return;
    const sequence = rtpSequence(framed);
    const isNext = this.#nextSequence === undefined || sequence === this.#nextSequence;
    this.#nextSequence = (sequence + 1) & 0xffff;
    if (!isNext) this.#dropPart();
    const payload = Buffer.from(framed.subarray(from, to));
    const rtpTime = rtpTimestamp(framed);
    switch (this.#track.codec) {
      case 'aac':
        this.#aac(payload, rtpTime, rtpMarker(framed));
        return;
      case 'opus':
        this.#onSample({ rtpTime, durationTicks: opusTicks(payload), bytes: payload });
        return;
      default:
        this.#onSample({
          rtpTime,
          durationTicks: Math.floor(payload.length / Math.max(1, this.#track.channels ?? 1)),
          bytes: payload,
        });
    }
  }

  /** RFC 3640: the sizes of the units first, then the units; a large unit comes alone, in parts. */
  #aac(payload: Buffer, rtpTime: number, isLast: boolean): void {
    const sizes = this.#unitSizes(payload);
    if (sizes === undefined) return;
    let at = sizes.from;
    for (const [i, bytes] of sizes.bytes.entries()) {
      const unit = payload.subarray(at, at + bytes);
      at += bytes;
      if (sizes.bytes.length === 1 && (unit.length < bytes || this.#part.length > 0)) {
        this.#addPart(unit, rtpTime, isLast);
        return;
      }
      if (unit.length < bytes) return;
      this.#onSample({ rtpTime: (rtpTime + i * AAC_SAMPLES) >>> 0, durationTicks: AAC_SAMPLES, bytes: unit });
    }
  }

  #unitSizes(payload: Buffer): { from: number; bytes: number[] } | undefined {
    if (payload.length < 2) return undefined;
    const headerBits = payload.readUInt16BE(0);
    const from = 2 + Math.ceil(headerBits / 8);
    if (from > payload.length) return undefined;
    const { sizeBits, indexBits, deltaBits } = this.#sizes;
    const bytes: number[] = [];
    let at = 0;
    while (at + sizeBits <= headerBits && bytes.length < MAX_UNITS && sizeBits > 0) {
      let size = 0;
      for (let bit = 0; bit < sizeBits; bit += 1) {
        const byte = payload[2 + ((at + bit) >> 3)] ?? 0;
        size = size * 2 + ((byte >> (7 - ((at + bit) & 7))) & 1);
      }
      at += sizeBits + (bytes.length === 0 ? indexBits : deltaBits);
      bytes.push(size);
    }
    return { from, bytes };
  }

  #addPart(part: Buffer, rtpTime: number, isLast: boolean): void {
    this.#part.push(part);
    this.#partBytes += part.length;
    if (this.#partBytes > MAX_UNIT_BYTES) this.#dropPart();
    else if (isLast) {
      this.#onSample({ rtpTime, durationTicks: AAC_SAMPLES, bytes: Buffer.concat(this.#part) });
      this.#dropPart();
    }
  }

  #dropPart(): void {
    this.#part = [];
    this.#partBytes = 0;
  }
}

/** Duration of an Opus packet, from its first byte (RFC 6716, 3.1). */
function opusTicks(payload: Buffer): number {
  const first = payload[0] ?? 0;
  const configuration = first >> 3;
  const frameTicks =
    configuration < 12
      ? [480, 960, 1920, 2880][configuration & 3]
      : configuration < 16
        ? [480, 960][configuration & 1]
        : [120, 240, 480, 960][configuration & 3];
  const code = first & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : (payload[1] ?? 1) & 0x3f;
  return Math.min((frameTicks ?? 960) * Math.max(1, frames), 5_760);
}
