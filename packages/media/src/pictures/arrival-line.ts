/** Short enough to follow a camera whose clock drifts, long enough to contain a picture that was not delayed. */
const WINDOW_MS = 10_000;
const SLOT_MS = 500;

interface Slot {
  sinceMs: number;
  leastOffsetMs: number;
}

/**
 * Maps the time of a picture in its stream to the time at which it arrived. The network and a busy process delay single
 * pictures, and a cached group arrives all at once; the least delayed picture of the last seconds shows the offset. The
 * time at which a picture is decoded or read does not matter.
 */
export class ArrivalLine {
  #slots: Slot[] = [];

  /** Call it for each picture as it arrives. */
  note(shownMs: number, arrivedMs: number): void {
    const offsetMs = arrivedMs - shownMs;
    const last = this.#slots.at(-1);
    if (last !== undefined && arrivedMs - last.sinceMs < SLOT_MS)
      last.leastOffsetMs = Math.min(last.leastOffsetMs, offsetMs);
    else this.#slots.push({ sinceMs: arrivedMs, leastOffsetMs: offsetMs });
    while (arrivedMs - (this.#slots[0]?.sinceMs ?? arrivedMs) > WINDOW_MS) this.#slots.shift();
  }

  /** Undefined before the first picture. */
  arrivedMs(shownMs: number): number | undefined {
    if (this.#slots.length === 0) return undefined;
    return shownMs + Math.min(...this.#slots.map(({ leastOffsetMs }) => leastOffsetMs));
  }
}
