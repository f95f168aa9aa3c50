/** A consumer of a stream's packets. Channels are renumbered: twice the track's index, plus one for reports. */
export interface PacketConsumer {
  /** Accepts changes of the video parameters; other readers are disconnected then, and reconnect. */
  acceptsAnyShape?: true;
  /** Concatenated packets; true if the buffer may be reused after the call. */
  take(packets: Buffer, about: { startsKeyframe: boolean }): boolean;
  sourceEnded(): void;
}

/**
 * Receives the packets of a source in order; `batchEnd` follows the last packet of each received chunk. The bytes of a
 * packet are only valid during the call.
 */
export interface PacketSink {
  packet(track: number, framed: Buffer): void;
  report(track: number, framed: Buffer): void;
  batchEnd(): void;
}
