import { SLAB_BYTES, type SlabPool } from './slab-pool.ts';

/**
 * A byte queue: appended at its end, released at its start. Positions count from the first byte ever appended, so a
 * range stays valid until it is released. A range that the kernel still reads from must not be released.
 */
export class ByteArena {
  readonly #pool: SlabPool;
  /** Undefined: given back before the slabs in front of it. */
  readonly #slabs: (Buffer | undefined)[] = [];
  /** Position of the first byte of the first slab. */
  #base = 0;
  #released = 0;
  #end = 0;

  constructor(pool: SlabPool) {
    this.#pool = pool;
  }

  get end(): number {
    return this.#end;
  }

  get heldBytes(): number {
    return this.#end - this.#released;
  }

  append(source: Buffer, from = 0, to = source.length): void {
    for (let at = from; at < to; ) {
      const within = (this.#end - this.#base) % SLAB_BYTES;
      if (this.#end - this.#base === this.#slabs.length * SLAB_BYTES) this.#slabs.push(this.#pool.take());
      const copied = source.copy(this.#slabs.at(-1) as Buffer, within, at, to);
      at += copied;
      this.#end += copied;
    }
  }

  appendUint32(value: number): void {
    word.writeUInt32BE(value);
    this.append(word);
  }

  writeUint32(position: number, value: number): void {
    for (let byte = 0; byte < 4; byte += 1) {
      const at = position + byte - this.#base;
      const slab = this.#slabs[Math.floor(at / SLAB_BYTES)];
      if (slab !== undefined) slab[at % SLAB_BYTES] = (value >>> (24 - 8 * byte)) & 0xff;
    }
  }

  /** Removes everything that was appended after this position. */
  truncate(end: number): void {
    this.#end = end;
    const slabs = Math.ceil((end - this.#base) / SLAB_BYTES);
    while (this.#slabs.length > slabs) this.#give(this.#slabs.pop());
    if (end === this.#released) this.#giveAll();
  }

  /** Views of the bytes, valid until they are released. */
  pieces(from: number, to: number): Buffer[] {
    const views: Buffer[] = [];
    for (let at = from; at < to; ) {
      const within = at - this.#base;
      const offset = within % SLAB_BYTES;
      const length = Math.min(SLAB_BYTES - offset, to - at);
      const slab = this.#slabs[Math.floor(within / SLAB_BYTES)];
      if (slab === undefined) throw new RangeError('the bytes were released');
      views.push(slab.subarray(offset, offset + length));
      at += length;
    }
    return views;
  }

  /** Releases everything before this position. */
  release(upTo: number): void {
    if (upTo <= this.#released) return;
    this.#released = Math.min(upTo, this.#end);
    while (this.#slabs.length > 0 && this.#base + SLAB_BYTES <= this.#released) {
      this.#give(this.#slabs.shift());
      this.#base += SLAB_BYTES;
    }
    if (this.#released === this.#end) this.#giveAll();
  }

  /** Gives the memory within a range back that will not be read any more, while what is before it is still in use. */
  discard(from: number, to: number): void {
    const first = Math.ceil((Math.max(from, this.#released) - this.#base) / SLAB_BYTES);
    const end = Math.floor((Math.min(to, this.#end) - this.#base) / SLAB_BYTES);
    for (let index = first; index < end; index += 1) {
      this.#give(this.#slabs[index]);
      this.#slabs[index] = undefined;
    }
  }

  /** An empty arena holds no slab; the next byte starts a new one. */
  #giveAll(): void {
    for (const slab of this.#slabs.splice(0)) this.#give(slab);
    this.#base = this.#end;
  }

  #give(slab: Buffer | undefined): void {
    if (slab !== undefined) this.#pool.give(slab);
  }
}

const word = Buffer.alloc(4);
