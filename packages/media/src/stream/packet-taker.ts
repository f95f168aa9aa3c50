/** A consumer of a stream's packets. Channels are renumbered: twice the track's index, plus one for reports. */
export interface PacketTaker {
  /** Copes with pictures that change in mid-stream; others are let go then, and come back. */
  takesAnyShape?: true;
  /** Packets side by side; true if the buffer may be reused once this returns. */
  take(packets: Buffer, about: { startsKeyframe: boolean }): boolean;
  sourceEnded(): void;
}

/**
 * Where a source puts what it receives, in order; `batchEnd` follows the last packet of each received chunk. The bytes of
 * a packet are lent for the call alone.
 */
export interface PacketSink {
  packet(track: number, framed: Buffer): void;
  report(track: number, framed: Buffer): void;
  batchEnd(): void;
}
