import { TICKS_PER_SECOND } from './picture-clock.ts';

const TICKS_PER_MS = TICKS_PER_SECOND / 1000;

/** The least delayed picture of each slot of arrivals is kept, for half a minute altogether. */
const SLOT_MS = 500;
const MAX_SLOTS = 64;
/** The offset follows the least delayed picture of this period. */
const OFFSET_MS = 8_000;
/** The line is fitted through the least delayed picture of each of these equal intervals. */
const INTERVALS = 8;
const MIN_INTERVAL_MS = 750;
/** Jitter of a network. A rate other than 1 is used only if it explains more than this. */
const JITTER_MS = 30;
/** If the delay shrinks by more than this within the period of the offset, the network is catching up on a backlog. */
const SHRINKING_MS = 1_000;
/** A camera that was paused sends its backlog many times as fast as usual, for seconds. */
const MIN_RATE = 0.05;
const MAX_RATE = 2.5;
/** No camera's clock is that fast, so a lower rate is a network that catches up. */
const CATCH_UP_RATE = 0.9;

interface Slot {
  atMs: number;
  ticks: number;
  arrivedMs: number;
}

/**
 * Maps a camera's ticks to the time at which a picture was taken, using the arrival times. The network delays every
 * picture, and the least delayed ones lie on a line: time = offset + rate x ticks. The rate is that of the camera's
 * clock relative to ours, 1 unless the arrivals clearly show another; the offset is that of the least delayed picture
 * of the last seconds. Times are monotonic milliseconds.
 */
export class ClockMap {
  readonly #slots: Slot[] = [];
  #rate = 1;
  #isFitted = true;

  /** The camera's clock relative to ours: 0.95 runs five per cent slow. */
  get cameraRate(): number {
    this.#fit();
    return 1 / this.#rate;
  }

  note(ticks: number, arrivedMs: number): void {
    const last = this.#slots.at(-1);
    this.#isFitted = false;
    if (last === undefined || arrivedMs - last.atMs >= SLOT_MS) {
      this.#slots.push({ atMs: arrivedMs, ticks, arrivedMs });
      if (this.#slots.length > MAX_SLOTS) this.#slots.shift();
    } else if (this.#delayOf(ticks, arrivedMs) < this.#delayOf(last.ticks, last.arrivedMs)) {
      last.ticks = ticks;
      last.arrivedMs = arrivedMs;
    }
  }

  /** Monotonic time of `ticks` as currently estimated; undefined before the first picture. */
  at(ticks: number): number | undefined {
    this.#fit();
    const offsetMs = this.#offsetMs();
    return offsetMs === undefined ? undefined : offsetMs + this.#rate * (ticks / TICKS_PER_MS);
  }

  #delayOf(ticks: number, arrivedMs: number): number {
    return arrivedMs - this.#rate * (ticks / TICKS_PER_MS);
  }

  #offsetMs(): number | undefined {
    const recent = this.#delaysOf(this.#recent());
    if (recent.length === 0) return undefined;
    return Math.min(...(isShrinking(recent) ? this.#delaysOf(this.#slots) : recent));
  }

  #delaysOf(slots: readonly Slot[]): number[] {
    return slots.map(({ ticks, arrivedMs }) => this.#delayOf(ticks, arrivedMs));
  }

  #recent(): readonly Slot[] {
    const newestMs = this.#slots.at(-1)?.atMs ?? 0;
    return this.#slots.slice(this.#slots.findIndex(({ atMs }) => newestMs - atMs <= OFFSET_MS));
  }

  #fit(): void {
    if (this.#isFitted) return;
    this.#isFitted = true;
    const points = this.#leastDelayed();
    if (points.length < 3 || this.#spreadOf(points, this.#rate) <= JITTER_MS) return;
    // After a change of the rate only the newest intervals show it; the older ones would delay it.
    for (const from of [0, points.length - 3]) {
      const some = points.slice(from);
      const rate = slopeOf(some);
      if (rate === undefined || rate < MIN_RATE || rate > MAX_RATE) continue;
      if (this.#spreadOf(some, rate) > JITTER_MS && (from === 0 || this.#rate >= CATCH_UP_RATE)) continue;
      if (from > 0 && this.#mayBeCatchingUp(rate) && !this.#isEarlierThanEver(points)) continue;
      if (this.#spreadOf(some, rate) > this.#spreadOf(some, this.#rate) / 2) continue;
      this.#rate = rate;
      return;
    }
  }

  /** Whether the newest pictures may show a network that catches up on a backlog, instead of a clock of this rate. */
  #mayBeCatchingUp(rate: number): boolean {
    return rate < this.#rate || isShrinking(this.#delaysOf(this.#recent()));
  }

  /**
   * Pictures of a clock that runs faster than assumed come earlier and earlier. A network that catches up on a backlog
   * delivers them as fast, but not earlier than those before the delay.
   */
  #isEarlierThanEver(points: readonly Slot[]): boolean {
    const delays = this.#delaysOf(points);
    const [newest = 0, before = 0] = [delays.at(-1), delays.at(-2)];
    return Math.min(...delays.slice(0, -1)) - newest > (before - newest) / 2;
  }

  /** The least delayed picture of each interval. */
  #leastDelayed(): Slot[] {
    const [first, last] = [this.#slots[0], this.#slots.at(-1)];
    if (first === undefined || last === undefined) return [];
    const intervalMs = Math.max(MIN_INTERVAL_MS, (last.atMs - first.atMs + SLOT_MS) / INTERVALS);
    const least: (Slot | undefined)[] = [];
    for (const slot of this.#slots) {
      const index = Math.floor((slot.atMs - first.atMs) / intervalMs);
      const known = least[index];
      if (
        known === undefined ||
        this.#delayOf(slot.ticks, slot.arrivedMs) < this.#delayOf(known.ticks, known.arrivedMs)
      )
        least[index] = slot;
    }
    return least.filter((slot) => slot !== undefined);
  }

  /** Deviation of the points from a line of this rate. */
  #spreadOf(points: readonly Slot[], rate: number): number {
    const delays = points.map(({ ticks, arrivedMs }) => arrivedMs - rate * (ticks / TICKS_PER_MS));
    return Math.max(...delays) - Math.min(...delays);
  }
}

/** A network is catching up on a backlog: the least delayed pictures are those from before it. */
const isShrinking = (delays: readonly number[]): boolean => (delays[0] ?? 0) - (delays.at(-1) ?? 0) > SHRINKING_MS;

/** Least squares. */
function slopeOf(points: readonly Slot[]): number | undefined {
  const count = points.length;
  const meanX = points.reduce((sum, { ticks }) => sum + ticks / TICKS_PER_MS, 0) / count;
  const meanY = points.reduce((sum, { arrivedMs }) => sum + arrivedMs, 0) / count;
  let above = 0;
  let below = 0;
  for (const { ticks, arrivedMs } of points) {
    const x = ticks / TICKS_PER_MS - meanX;
    above += x * (arrivedMs - meanY);
    below += x * x;
  }
  return below > 0 ? above / below : undefined;
}
