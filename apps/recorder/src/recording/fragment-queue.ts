import type { PictureFragment, SlabPool } from '@holdfast/media';
import type { TimedFragment } from '../segments/timed-fragment.ts';
import type { FootageSpan, GateVerdict, RecordingGate } from './recording-gate.ts';

export interface QueueLimits {
  /** Held footage of one stream beyond this is spilled to its spool. */
  spillBytes: number;
  /** The memory limit of one stream: beyond it the oldest fragments are dropped. */
  maxBytes: number;
  /** For all streams together: beyond it held footage is spilled to the spools. */
  allSpillBytes: number;
  allBytes: number;
}

const MIB = 1024 * 1024;
export const defaultQueueLimits: QueueLimits = {
  spillBytes: 16 * MIB,
  maxBytes: 32 * MIB,
  allSpillBytes: 256 * MIB,
  allBytes: 512 * MIB,
};

export interface QueuedFragment {
  fragment: TimedFragment;
  span: FootageSpan;
  /** `hold`: written because memory is short; its file is published only if the gate decides to keep it. */
  verdict: Exclude<GateVerdict, 'drop'>;
}

interface Entry extends QueuedFragment {
  state: 'waiting' | 'writing' | 'over';
}

/**
 * The fragments of one stream between camera and disk, in order: the pre-motion buffer and the fragments that are
 * waiting for the disk. Bounded: held fragments are spilled to the spool, and if the disk does not keep up the oldest
 * are dropped. Memory is released in order of arrival.
 */
export class FragmentQueue {
  readonly #gate: RecordingGate;
  readonly #pool: Pick<SlabPool, 'inUseBytes'>;
  readonly #limits: QueueLimits;
  readonly #onLost: (fragments: number) => void;
  readonly #entries: Entry[] = [];
  #bytes = 0;
  #wake: (() => void) | undefined;
  #hasGap = false;
  /** The dropped range behind the fragment that is being written, in the same arena. */
  #dropped: Pick<PictureFragment, 'arena' | 'from' | 'to'> | undefined;
  #ended = false;

  constructor({
    gate,
    pool,
    limits = defaultQueueLimits,
    onLost,
  }: {
    gate: RecordingGate;
    pool: Pick<SlabPool, 'inUseBytes'>;
    limits?: QueueLimits;
    onLost: (fragments: number) => void;
  }) {
    this.#gate = gate;
    this.#pool = pool;
    this.#limits = limits;
    this.#onLost = onLost;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The input has ended and everything is written. */
  get isOver(): boolean {
    return this.#ended && this.#due() === undefined;
  }

  /** Nothing is being written, and nothing queued is to be kept so far. */
  get isIdle(): boolean {
    return this.#entries.every(({ state, verdict }) => state === 'over' || (state === 'waiting' && verdict === 'hold'));
  }

  push(fragment: TimedFragment, span: FootageSpan): void {
    this.#entries.push({ fragment, span, verdict: 'keep', state: 'waiting' });
    this.#bytes += bytesOf(fragment);
    this.judge();
    this.#shed();
  }

  /** Asks the gate again about all queued fragments. */
  judge(): void {
    let isKept = false;
    for (const entry of this.#entries.toReversed()) {
      if (entry.state !== 'waiting') continue;
      const verdict = isKept ? 'keep' : this.#gate.judge(entry.span);
      // Fragments before one that is kept are written before it; later would be out of order.
      if (verdict === 'keep') isKept = true;
      if (verdict === 'drop') this.#giveUp(entry);
      else entry.verdict = verdict;
    }
    this.#release();
    this.#notify();
  }

  /** Ends the input: `next` returns undefined once everything that is kept has been written. */
  end(): void {
    this.#ended = true;
    this.#notify();
  }

  /** The next fragment to write; undefined when the signal aborts or at the end. */
  async next(signal: AbortSignal): Promise<QueuedFragment | undefined> {
    for (;;) {
      if (signal.aborted) return undefined;
      const entry = this.#due();
      if (entry) {
        entry.state = 'writing';
        if (this.#hasGap) entry.fragment.picture.isContinuous = false;
        this.#hasGap = false;
        return entry;
      }
      if (this.#ended) return undefined;
      await this.#changed(signal);
    }
  }

  /** Resolves when a fragment is due, when the signal aborts, or at the end. */
  async ready(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.#ended && this.#due() === undefined) await this.#changed(signal);
  }

  /** `written: false`: it was skipped, because no file can start with it. */
  done(queued: QueuedFragment, { written }: { written: boolean }): void {
    const entry = queued as Entry;
    entry.state = 'over';
    if (!written) this.#hasGap = true;
    this.#release();
  }

  /** The write failed: the fragment becomes the next one again. */
  putBack(queued: QueuedFragment): void {
    (queued as Entry).state = 'waiting';
  }

  /** Drops everything that is queued. */
  clear(): void {
    for (const entry of this.#entries) if (entry.state === 'waiting') entry.state = 'over';
    this.#release();
  }

  #due(): Entry | undefined {
    const first = this.#entries.find(({ state }) => state === 'waiting');
    if (first === undefined || this.#entries.some(({ state }) => state === 'writing')) return undefined;
    return first.verdict === 'keep' || this.#ended || this.#mustSpill() ? first : undefined;
  }

  #mustSpill(): boolean {
    return this.#bytes > this.#limits.spillBytes || this.#pool.inUseBytes > this.#limits.allSpillBytes;
  }

  #shed(): void {
    let lost = 0;
    while (this.#mustShed()) {
      const oldest = this.#entries.find(({ state }) => state === 'waiting');
      if (oldest === undefined) break;
      this.#giveUp(oldest);
      lost += 1;
      const before = this.#bytes;
      this.#release();
      if (this.#bytes === before) break;
    }
    if (lost > 0) this.#onLost(lost);
  }

  /** The newest fragment is exempt from the common limit: streams of a hanging disk must not stop all others. */
  #mustShed(): boolean {
    if (this.#bytes > this.#limits.maxBytes) return true;
    if (this.#pool.inUseBytes <= this.#limits.allBytes) return false;
    return this.#entries.filter(({ state }) => state === 'waiting').length > 1;
  }

  #giveUp(entry: Entry): void {
    entry.state = 'over';
    this.#hasGap = true;
  }

  #release(): void {
    for (let first = this.#entries[0]; first?.state === 'over'; first = this.#entries[0]) {
      const { arena, to } = first.fragment.picture;
      arena.release(Math.max(to, this.#dropped?.arena === arena ? this.#dropped.to : 0));
      this.#dropped = undefined;
      this.#bytes -= bytesOf(first.fragment);
      this.#entries.shift();
    }
    while (this.#entries[1]?.state === 'over') this.#forgetSecond();
  }

  /** A write may hang for hours: what was dropped behind it must not wait for it to return. */
  #forgetSecond(): void {
    const [writing, second] = this.#entries;
    if (writing === undefined || second === undefined) return;
    const { arena, from, to } = second.fragment.picture;
    if (arena === writing.fragment.picture.arena) {
      this.#dropped = { arena, from: this.#dropped?.from ?? from, to };
      arena.discard(this.#dropped.from, to);
    } else arena.release(to);
    this.#bytes -= bytesOf(second.fragment);
    this.#entries.splice(1, 1);
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  #changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      const others = this.#wake;
      this.#wake = () => {
        others?.();
        done();
      };
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    });
  }
}

const bytesOf = ({ picture }: TimedFragment): number => picture.to - picture.from;
