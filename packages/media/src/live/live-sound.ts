import { TICKS_PER_SECOND } from '../clock/picture-clock.ts';
import { SOUND_TRACK } from '../fragment/file-head.ts';
import { SAMPLES_PER_FRAME } from '../fragment/fragment-head.ts';
import { soundFragment } from '../sound/sound-source.ts';
import { FRAME_TICKS, type TimedSound } from '../sound/stream-sound.ts';

/** Sound that is further behind the newest picture than this is not waited for. */
const PATIENCE_TICKS = TICKS_PER_SECOND / 2;

/**
 * One AAC frame of silence: an element (one channel, or a pair with a common window) without a single scale factor band,
 * then the end mark. ISO/IEC 14496-3, 4.4.2.
 */
const silence = { 1: Buffer.from('00000007', 'hex'), 2: Buffer.from('21000000001c', 'hex') } as const;

/**
 * Emits continuous sound from the first picture on. A player stops when one of its two tracks has no data, so silence
 * replaces sound that is late or whose encoder died.
 */
export class LiveSound {
  readonly #channels: 1 | 2;
  readonly #nextSequence: () => number;
  readonly #onFragment: (bytes: Buffer) => void;
  #startTicks: number | undefined;
  #frames = 0;

  constructor({
    channels,
    nextSequence,
    onFragment,
  }: {
    channels: 1 | 2;
    nextSequence: () => number;
    onFragment: (bytes: Buffer) => void;
  }) {
    this.#channels = channels;
    this.#nextSequence = nextSequence;
    this.#onFragment = onFragment;
  }

  /** Called for each picture; the first one starts the sound track. */
  picture(shownTicks: number, startTicks: number): void {
    this.#startTicks ??= startTicks;
    this.#fillUntil(shownTicks - PATIENCE_TICKS);
  }

  /** Sound from the encoder; what is too late is dropped. */
  sound({ startTicks, frames }: TimedSound): void {
    if (this.#startTicks === undefined) return;
    this.#fillUntil(startTicks - FRAME_TICKS / 2);
    const late = Math.max(0, Math.round((this.#nextTicks - startTicks) / FRAME_TICKS));
    this.#add(frames.slice(late));
  }

  get #nextTicks(): number {
    return (this.#startTicks ?? 0) + this.#frames * FRAME_TICKS;
  }

  #fillUntil(ticks: number): void {
    const missing = Math.ceil((ticks - this.#nextTicks) / FRAME_TICKS);
    if (missing > 0) this.#add(Array.from({ length: missing }, () => silence[this.#channels]));
  }

  #add(frames: readonly Buffer[]): void {
    if (frames.length === 0) return;
    const startTicks = this.#frames * SAMPLES_PER_FRAME;
    this.#frames += frames.length;
    this.#onFragment(
      soundFragment({
        trackId: SOUND_TRACK,
        samples: frames.map((bytes) => ({ durationTicks: SAMPLES_PER_FRAME, bytes })),
        startTicks,
        sequence: this.#nextSequence(),
      }),
    );
  }
}
