import type { Socket } from 'node:net';
import type { FragmentJoiner } from './fragment-joiner.ts';
import type { PacketTaker } from './live-stream.ts';
import { splitPackets } from './packet-bytes.ts';

/** Writes a stream to one reader's socket and cuts the reader off when it does not keep up. */
export class StreamReader implements PacketTaker {
  readonly #socket: Socket;
  readonly #bufferedBytes: number;
  readonly #tooSlow: (bufferedBytes: number) => void;
  /** For each of our channels the reader's own, or undefined when it did not ask for it. */
  readonly #channels: readonly (number | undefined)[];
  readonly #asIs: boolean;
  readonly #joiner: FragmentJoiner | undefined;

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

  take(packets: Buffer): boolean {
    const socket = this.#socket;
    if (socket.destroyed) return true;
    // What the kernel has not taken is held in memory, so the budget is checked before more is added.
    if (socket.writableLength > this.#bufferedBytes) {
      this.#tooSlow(socket.writableLength);
      return true;
    }
    const joined = this.#joiner?.join(packets) ?? packets;
    const sent = this.#asIs ? joined : this.#renumbered(joined);
    if (sent.length > 0) socket.write(sent);
    // With nothing left to write, nothing is read from these bytes any more.
    const isStillRead = socket.writableLength > 0;
    this.#joiner?.sent({ isStillRead });
    return this.#joiner !== undefined || !isStillRead;
  }

  /** The packets are shared with other readers, so they are copied. */
  #renumbered(packets: Buffer): Buffer {
    const kept = splitPackets(packets).filter((packet) => this.#channels[packet[1] ?? 0] !== undefined);
    const renumbered = Buffer.concat(kept);
    for (const packet of splitPackets(renumbered)) packet[1] = this.#channels[packet[1] ?? 0] ?? 0;
    return renumbered;
  }

  sourceEnded(): void {
    this.#socket.end();
  }
}
