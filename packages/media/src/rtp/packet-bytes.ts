import { interleavedHeaderBytes } from './interleaved-header.ts';

const FIRST_BYTES = 32 * 1024;

/**
 * Framed packets in reused memory: fresh memory for each received chunk would make the garbage collector scan the whole
 * heap every second.
 */
export class PacketBytes {
  #memory = Buffer.alloc(0);
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(packet: Buffer, from = 0, to = packet.length): void {
    this.#makeRoom(to - from);
    this.#bytes += packet.copy(this.#memory, this.#bytes, from, to);
  }

  /** Reserves space for a packet that the caller writes. */
  addRoom(bytes: number): Buffer {
    this.#makeRoom(bytes);
    this.#bytes += bytes;
    return this.#memory.subarray(this.#bytes - bytes, this.#bytes);
  }

  /** Valid until the next change. */
  view(from = 0, to = this.#bytes): Buffer {
    return this.#memory.subarray(from, to);
  }

  dropFirst(bytes: number): void {
    this.#memory.copyWithin(0, bytes, this.#bytes);
    this.#bytes -= bytes;
  }

  clear(): void {
    this.#bytes = 0;
  }

  /** Switches to new memory, because the old one is still being read. */
  renew(): void {
    this.#memory = Buffer.alloc(0);
    this.#bytes = 0;
  }

  #makeRoom(bytes: number): void {
    if (this.#bytes + bytes <= this.#memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, this.#memory.length * 2, this.#bytes + bytes));
    larger.set(this.#memory.subarray(0, this.#bytes));
    this.#memory = larger;
  }
}

/** Where the packet that starts at `at` ends. */
export const packetEnd = (packets: Buffer, at: number): number =>
  at + interleavedHeaderBytes + packets.readUInt16BE(at + 2);

export function splitPackets(packets: Buffer): Buffer[] {
  const split: Buffer[] = [];
  for (let at = 0; at < packets.length; at = packetEnd(packets, at))
    split.push(packets.subarray(at, packetEnd(packets, at)));
  return split;
}

export function firstOnChannel(packets: Buffer, channel: number): Buffer | undefined {
  for (let at = 0; at < packets.length; at = packetEnd(packets, at))
    if (packets[at + 1] === channel) return packets.subarray(at, packetEnd(packets, at));
  return undefined;
}
