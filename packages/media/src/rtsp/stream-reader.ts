import type { Socket } from 'node:net';
import { interleavedHeaderBytes } from './interleaved-reader.ts';
import type { PacketTaker } from './live-stream.ts';
import { joinSpans } from './packet-spans.ts';

/** Writes a stream to one reader's socket and cuts the reader off when it does not keep up. */
export class StreamReader implements PacketTaker {
  readonly #socket: Socket;
  readonly #bufferedBytes: number;
  readonly #tooSlow: (bufferedBytes: number) => void;
  /** For each of our channels the reader's own, or undefined when it did not ask for it. */
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

  take(packets: readonly Buffer[]): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    // What the kernel has not taken is held in memory, so the budget is checked before more is added.
    if (socket.writableLength > this.#bufferedBytes) {
      this.#tooSlow(socket.writableLength);
      return;
    }
    const spans = this.#asIs ? joinSpans(packets) : this.#renumbered(packets);
    if (spans.length > 1) socket.cork();
    for (const span of spans) socket.write(span);
    if (spans.length > 1) socket.uncork();
  }

  #renumbered(packets: readonly Buffer[]): Buffer[] {
    const spans: Buffer[] = [];
    for (const packet of packets) {
      const channel = this.#channels[packet[1] ?? 0];
      if (channel === undefined) continue;
      if (channel === packet[1]) {
        spans.push(packet);
        continue;
      }
      // The packet is shared with other readers: only its four header bytes are written anew.
      const header = Buffer.from(packet.subarray(0, interleavedHeaderBytes));
      header[1] = channel;
      spans.push(header, packet.subarray(interleavedHeaderBytes));
    }
    return spans;
  }

  sourceEnded(): void {
    this.#socket.end();
  }
}
