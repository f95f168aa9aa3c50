export const SLAB_BYTES = 64 * 1024;

/** Reuses memory: pictures take megabytes each second, and fresh allocations would keep the garbage collector busy. */
export class SlabPool {
  readonly #free: Buffer[] = [];
  readonly #maxFree: number;
  #inUse = 0;

  constructor({ keptFreeBytes = 16 * 1024 * 1024 } = {}) {
    this.#maxFree = keptFreeBytes / SLAB_BYTES;
  }

  /** Bytes in use by all arenas. */
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
