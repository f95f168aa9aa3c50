const HEADER_BYTES = 7;
const CHECKSUM_BYTES = 2;

/** Splits an encoder's ADTS output into AAC frames without headers. False if it is not ADTS. */
export class AdtsFrames {
  readonly #onFrame: (frame: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onFrame: (frame: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  push(chunk: Buffer): boolean {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (bytes.length - at >= HEADER_BYTES) {
      if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xf6) !== 0xf0) return false;
      const length = (((bytes[at + 3] ?? 0) & 3) << 11) | ((bytes[at + 4] ?? 0) << 3) | ((bytes[at + 5] ?? 0) >> 5);
      const header = HEADER_BYTES + ((bytes[at + 1] ?? 0) & 1 ? 0 : CHECKSUM_BYTES);
      if (length < header) return false;
      if (bytes.length - at < length) break;
      // Copied: a view would keep the whole chunk in memory while the frame waits.
      this.#onFrame(Buffer.from(bytes.subarray(at + header, at + length)));
      at += length;
    }
    this.#rest = Buffer.from(bytes.subarray(at));
    return true;
  }
}
