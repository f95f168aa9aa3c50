/** Reads the fields of a NAL unit bit by bit. Past the end everything is zero and `isPastEnd` is true. */
export class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  /** `from`: the first byte after the unit's header. */
  constructor(unit: Buffer, from: number) {
    this.#bytes = withoutEmulationPrevention(unit.subarray(from));
  }

  get isPastEnd(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  skip(bits: number): void {
    this.#at += bits;
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3] ?? 0;
    const bit = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return bit;
  }

  bits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) value = value * 2 + this.bit();
    return value;
  }

  /** Exp-Golomb. */
  unsigned(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      zeros += 1;
      if (zeros > 32 || this.isPastEnd) return 0;
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  signed(): number {
    const code = this.unsigned();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }
}

/**
 * Removes emulation prevention bytes: an encoder inserts a three after two zeros, so that a unit never contains a start
 * code.
 */
function withoutEmulationPrevention(bytes: Buffer): Buffer {
  const kept = Buffer.alloc(bytes.length);
  let length = 0;
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    kept[length] = byte;
    length += 1;
  }
  return kept.subarray(0, length);
}
