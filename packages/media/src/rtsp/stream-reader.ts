import type { Socket } from 'node:net';
import { splitPackets } from '../rtp/packet-bytes.ts';
import type { PacketConsumer } from '../stream/packet-consumer.ts';

/** Writes a stream to a reader's socket, and drops the reader if it does not keep up. */
export class StreamReader implements PacketConsumer {
  readonly #socket: Socket;
  readonly #bufferedBytes: number;
  readonly #tooSlow: (bufferedBytes: number) => void;
  /** The reader's channel for each of ours; undefined if it did not set it up. */
  readonly #channels: readonly (number | undefined)[];
  readonly #asIs: boolean;

  constructor({
    socket,
    channels,
    bufferedBytes,
    tooSlow,
  }: {
    socket: Socket;
    channels: readonly (number | undefined)[];
    bufferedBytes: number;
    tooSlow: (bufferedBytes: number) => void;
  }) {
    this.#socket = socket;
    this.#channels = channels;
    this.#asIs = channels.every((channel, index) => channel === index);
    this.#bufferedBytes = bufferedBytes;
    this.#tooSlow = tooSlow;
  }

  take(packets: Buffer): boolean {
    const socket = this.#socket;
    if (socket.destroyed) return true;
    // Data that the kernel has not accepted stays in memory, so the limit is checked before more is added.
    if (socket.writableLength > this.#bufferedBytes) {
      this.#tooSlow(socket.writableLength);
      return true;
    }
    this.#write(packets);
    return socket.writableLength === 0;
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
    this.#socket.end();
  }
}
