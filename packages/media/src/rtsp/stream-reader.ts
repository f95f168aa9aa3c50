import type { Socket } from 'node:net';
import type { FragmentJoiner } from '../rtp/fragment-joiner.ts';
import { splitPackets } from '../rtp/packet-bytes.ts';
import type { PacketTaker } from '../stream/packet-taker.ts';

/**
 * A reader whose packets are joined is one that files them away: nobody looks at the picture, so a few go out together.
 * A keyframe waits for nothing, because the moment it comes is the time that its file will carry.
 */
const HELD_MS = 200;
const HELD_BYTES = 128 * 1024;

/** Writes a stream to one reader's socket and cuts the reader off when it does not keep up. */
export class StreamReader implements PacketTaker {
  readonly #socket: Socket;
  readonly #bufferedBytes: number;
  readonly #tooSlow: (bufferedBytes: number) => void;
  /** For each of our channels the reader's own, or undefined when it did not ask for it. */
  readonly #channels: readonly (number | undefined)[];
  readonly #asIs: boolean;
  readonly #joiner: FragmentJoiner | undefined;
  #holdFromMs = 0;

  constructor({
    socket,
    channels,
    bufferedBytes,
    tooSlow,
    joiner,
  }: {
    socket: Socket;
    channels: readonly (number | undefined)[];
    bufferedBytes: number;
    tooSlow: (bufferedBytes: number) => void;
    joiner: FragmentJoiner | undefined;
  }) {
    this.#socket = socket;
    this.#channels = channels;
    this.#asIs = channels.every((channel, index) => channel === index);
    this.#bufferedBytes = bufferedBytes;
    this.#tooSlow = tooSlow;
    this.#joiner = joiner;
  }

  take(packets: Buffer, { startsKeyframe }: { startsKeyframe: boolean }): boolean {
    const socket = this.#socket;
    if (socket.destroyed) return true;
    // What the kernel has not taken is held in memory, so the budget is checked before more is added.
    if (socket.writableLength > this.#bufferedBytes) {
      this.#tooSlow(socket.writableLength);
      return true;
    }
    const joiner = this.#joiner;
    if (joiner === undefined) {
      this.#write(packets);
      return socket.writableLength === 0;
    }
    joiner.join(packets);
    const nowMs = performance.now();
    if (startsKeyframe) this.#holdFromMs = nowMs + HELD_MS;
    if (joiner.readyBytes > HELD_BYTES || nowMs < this.#holdFromMs || nowMs - this.#holdFromMs > HELD_MS) {
      this.#holdFromMs = Math.max(this.#holdFromMs, nowMs);
      this.#writeJoined(joiner);
    }
    return true;
  }

  #writeJoined(joiner: FragmentJoiner): void {
    this.#write(joiner.ready());
    // With nothing left to write, nothing is read from these bytes any more.
    joiner.sent({ isStillRead: this.#socket.writableLength > 0 });
  }

  #write(packets: Buffer): void {
    const sent = this.#asIs ? packets : this.#renumbered(packets);
    if (sent.length > 0) this.#socket.write(sent);
  }

  /** The packets are shared with other readers, so they are copied. */
  #renumbered(packets: Buffer): Buffer {
    const kept = splitPackets(packets).filter((packet) => this.#channels[packet[1] ?? 0] !== undefined);
    const renumbered = Buffer.concat(kept);
    for (const packet of splitPackets(renumbered)) packet[1] = this.#channels[packet[1] ?? 0] ?? 0;
    return renumbered;
  }

  sourceEnded(): void {
    if (this.#joiner && !this.#socket.destroyed) this.#writeJoined(this.#joiner);
    this.#socket.end();
  }
}
