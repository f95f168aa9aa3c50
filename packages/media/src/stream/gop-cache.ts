import { PacketBytes } from '../rtp/packet-bytes.ts';

const GOP_BYTES = 8 * 1024 * 1024;

/**
 * The packets since the start of the newest keyframe, of all tracks in order of arrival. Without a keyframe, or when
 * the group exceeds its limit, only the current picture is kept, so that a keyframe recognised in its middle still
 * starts with its first packet.
 */
export class GopCache {
  readonly #limit: number;
  readonly #packets = new PacketBytes();
  #pictureAt = 0;
  #holdsKeyframe = false;
  #pictureTooBig = false;

  constructor(limit: { bytes: number } = { bytes: GOP_BYTES }) {
    this.#limit = limit.bytes;
  }

  startPicture(): void {
    this.#pictureTooBig = false;
    if (!this.#holdsKeyframe) this.#packets.clear();
    this.#pictureAt = this.#packets.bytes;
  }

  /** The current picture is a keyframe: new readers do not need anything before it. */
  startGroup(): void {
    if (this.#pictureTooBig) return;
    this.#keepPicture();
    this.#holdsKeyframe = true;
  }

  /** The current picture is the first with other parameters: new readers start with it or later. */
  startOver(): void {
    this.#keepPicture();
    this.#holdsKeyframe = false;
  }

  add(packet: Buffer): void {
    if (this.#pictureTooBig) return;
    if (this.#packets.bytes + packet.length > this.#limit) this.#shed(packet.length);
    if (!this.#pictureTooBig) this.#packets.add(packet);
  }

  /** From a keyframe on; undefined if a new reader has to wait for the next one. Valid until the next packet. */
  group(): Buffer | undefined {
    return this.#holdsKeyframe ? this.#packets.view() : undefined;
  }

  /** The current picture, for readers that have waited for a keyframe too long. */
  picture(): Buffer {
    return this.#packets.view(this.#pictureAt);
  }

  get bytes(): number {
    return this.#packets.bytes;
  }

  #shed(comingBytes: number): void {
    this.#keepPicture();
    this.#holdsKeyframe = false;
    if (this.#packets.bytes + comingBytes <= this.#limit) return;
    this.#packets.clear();
    this.#pictureTooBig = true;
  }

  #keepPicture(): void {
    this.#packets.dropFirst(this.#pictureAt);
    this.#pictureAt = 0;
  }
}
