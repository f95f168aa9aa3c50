import { rtspLimits } from './rtsp-limits.ts';

/**
 * The packets since the start of the newest keyframe, of all tracks in the order they came. Without a keyframe, or
 * when the group outgrows its limit, only the picture now arriving is kept, so that a keyframe found in its middle
 * still begins with its first packet.
 */
export class GopCache {
  readonly #limits: { bytes: number; packets: number };
  #packets: Buffer[] = [];
  #bytes = 0;
  #pictureIndex = 0;
  #pictureBytes = 0;
  #holdsKeyframe = false;
  #pictureTooBig = false;

  constructor(
    limits: { bytes: number; packets: number } = { bytes: rtspLimits.gopBytes, packets: rtspLimits.gopPackets },
  ) {
    this.#limits = limits;
  }

  startPicture(): void {
    this.#pictureTooBig = false;
    if (!this.#holdsKeyframe) this.#clear();
    this.#pictureIndex = this.#packets.length;
    this.#pictureBytes = this.#bytes;
  }

  /** The picture now arriving is a keyframe: everything before it is of no use to a new reader. */
  startGroup(): void {
    if (this.#pictureTooBig) return;
    this.#packets = this.#packets.slice(this.#pictureIndex);
    this.#bytes -= this.#pictureBytes;
    this.#pictureIndex = 0;
    this.#pictureBytes = 0;
    this.#holdsKeyframe = true;
  }

  add(packet: Buffer): void {
    if (this.#pictureTooBig) return;
    this.#packets.push(packet);
    this.#bytes += packet.length;
    if (this.#bytes <= this.#limits.bytes && this.#packets.length <= this.#limits.packets) return;
    this.#shed();
  }

  /** From a keyframe on; undefined when a new reader has to wait for the next one. */
  group(): readonly Buffer[] | undefined {
    return this.#holdsKeyframe ? this.#packets : undefined;
  }

  /** The picture now arriving, for readers that have waited for a keyframe in vain. */
  picture(): readonly Buffer[] {
    return this.#packets.slice(this.#pictureIndex);
  }

  get bytes(): number {
    return this.#bytes;
  }

  #shed(): void {
    this.#packets = this.#packets.slice(this.#pictureIndex);
    this.#bytes -= this.#pictureBytes;
    this.#pictureIndex = 0;
    this.#pictureBytes = 0;
    this.#holdsKeyframe = false;
    if (this.#bytes <= this.#limits.bytes && this.#packets.length <= this.#limits.packets) return;
    this.#clear();
    this.#pictureTooBig = true;
  }

  #clear(): void {
    this.#packets = [];
    this.#bytes = 0;
    this.#pictureIndex = 0;
    this.#pictureBytes = 0;
  }
}
