/** A list of 32-bit numbers that grows: the tables of a day of footage have millions of entries. */
export class NumberList {
  #values = new Uint32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Uint32Array(this.#values.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** Big-endian, as in a file. */
  toBytes(): Buffer {
    return Buffer.from(this.#values.slice(0, this.#length).buffer).swap32();
  }
}

/** Equal values in a row as one entry: the count, then the value. Negative values are stored as two's complement. */
export class RunLengthList {
  readonly #entries: [count: number, value: number][];

  constructor(entries: readonly (readonly [count: number, value: number])[] = []) {
    this.#entries = entries.map(([count, value]) => [count, value]);
  }

  get length(): number {
    return this.#entries.length;
  }

  push(value: number): void {
    const last = this.#entries.at(-1);
    if (last?.[1] === value) last[0] += 1;
    else this.#entries.push([1, value]);
  }

  get entries(): readonly (readonly [count: number, value: number])[] {
    return this.#entries;
  }

  toBytes(): Buffer {
    const list = new NumberList();
    for (const [count, value] of this.#entries) {
      list.push(count);
      list.push(value);
    }
    return list.toBytes();
  }
}
