/** Bytes for the network, read piece by piece into memory that their sender lends and uses again. */
export interface PieceSource {
  readonly lengthBytes: number;
  /** Puts what comes next at the beginning of `piece` and tells how much it is: nothing only after the last byte. */
  fill(piece: Uint8Array): Promise<number>;
  close(): Promise<void>;
}
