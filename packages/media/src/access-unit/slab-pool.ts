export const SLAB_BYTES = 64 * 1024;

/**
 * Pieces of memory that are used again and again: pictures come and go by the megabyte each second, and fresh memory for
 * each would keep the collector busy.
 */
export class SlabPool {
  readonly #free: Buffer[] = [];
  readonly #maxFree: number;
  #inUse = 0;

  constructor({ keptFreeBytes = 16 * 1024 * 1024 } = {}) {
    this.#maxFree = keptFreeBytes / SLAB_BYTES;
  }

  /** Of all arenas together. */
  get inUseBytes(): number {
    return this.#inUse * SLAB_BYTES;
  }

  take(): Buffer {
    this.#inUse += 1;
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(SLAB_BYTES);
  }

  give(slab: Buffer): void {
    this.#inUse -= 1;
    if (this.#free.length < this.#maxFree) this.#free.push(slab);
  }
}
