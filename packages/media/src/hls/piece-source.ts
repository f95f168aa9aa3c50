/** Bytes to send, read in pieces into a buffer of the caller, which reuses it. */
export interface PieceSource {
  readonly lengthBytes: number;
  /** Fills the start of `piece` and returns the number of bytes; zero only at the end. */
  fill(piece: Uint8Array): Promise<number>;
  close(): Promise<void>;
}
