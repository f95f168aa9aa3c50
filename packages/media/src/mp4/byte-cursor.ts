/** Signals a box whose content does not fit its own bytes. Caught where the box is parsed; it never leaves this folder. */
export class MalformedBox extends Error {}

/** For changing fields in place. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads big-endian fields from a box body and refuses to step outside it. */
export class ByteCursor {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = viewOf(bytes);
  }

  get remaining(): number {
    return this.#view.byteLength - this.#at;
  }

  #step(length: number): number {
    if (length < 0 || length > this.remaining) throw new MalformedBox('field outside its box');
    const at = this.#at;
    this.#at += length;
    return at;
  }

  skip(length: number): void {
    this.#step(length);
  }

  u8(): number {
    return this.#view.getUint8(this.#step(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#step(2));
  }

  u32(): number {
    return this.#view.getUint32(this.#step(4));
  }

  i32(): number {
    return this.#view.getInt32(this.#step(4));
  }

  /** Values above 2^53 cannot be real times or sizes here, so they are refused instead of rounded. */
  u64(): number {
    const value = this.#view.getBigUint64(this.#step(8));
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new MalformedBox('64-bit value beyond exact range');
    return Number(value);
  }

  fourcc(): string {
    const at = this.#step(4);
    return String.fromCharCode(...[0, 1, 2, 3].map((i) => this.#view.getUint8(at + i)));
  }

  bytes(length: number): Uint8Array {
    const at = this.#step(length);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length);
  }

  /** Version and flags, the first four bytes of a full box. */
  fullBox(): { version: number; flags: number } {
    const word = this.u32();
    return { version: word >>> 24, flags: word & 0xffffff };
  }
}
