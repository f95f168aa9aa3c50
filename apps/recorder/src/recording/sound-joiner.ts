import { FreezeWatch } from '@holdfast/kit';
import type { PictureFragment, SoundSetup, StreamSound, TimedSound } from '@holdfast/media';

/** Sound arrives a second or two after its frames. Frames wait no longer than this. */
const PATIENCE_MS = 6_000;
/** They are not in the queue yet, whose limits do not apply: a camera may send hundreds of megabytes in that time. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

interface Joined {
  picture: PictureFragment;
  sound: SoundSetup;
  timedSound: TimedSound | undefined;
}

/**
 * Adds to each video fragment the sound of its time. Fragments wait a little for sound, but not after sound has failed.
 */
export class SoundJoiner {
  readonly #sound: Pick<StreamSound, 'source' | 'awaits' | 'takeUntil'>;
  readonly #onJoined: (joined: Joined) => void;
  readonly #waiting: { picture: PictureFragment; sinceMs: number }[] = [];
  #waitingBytes = 0;
  readonly #freezes = new FreezeWatch(performance.now());

  constructor({
    sound,
    onJoined,
  }: {
    sound: Pick<StreamSound, 'source' | 'awaits' | 'takeUntil'>;
    onJoined: (joined: Joined) => void;
  }) {
    this.#sound = sound;
    this.#onJoined = onJoined;
  }

  add(picture: PictureFragment): void {
    this.#waiting.push({ picture, sinceMs: performance.now() });
    this.#waitingBytes += picture.to - picture.from;
    this.check();
  }

  /**
   * Passes on the fragments that need not wait any longer. To be called once a second or more often: after the process was frozen,
   * they get the whole time again, because their sound has yet to be read.
   */
  check(nowMs = performance.now()): void {
    const wokeMs = this.#freezes.wokeMs(nowMs);
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const waitedMs = nowMs - Math.max(first.sinceMs, wokeMs);
      const isOverdue = waitedMs > PATIENCE_MS || this.#waitingBytes > MAX_WAITING_BYTES;
      if (!isOverdue && this.#sound.awaits(first.picture.endTicks, { nowMs, wokeMs })) return;
      this.#passOnFirst();
    }
  }

  end(): void {
    while (this.#waiting.length > 0) this.#passOnFirst();
  }

  #passOnFirst(): void {
    const { picture } = this.#waiting.shift() as { picture: PictureFragment };
    this.#waitingBytes -= picture.to - picture.from;
    const { channels } = this.#sound.source;
    this.#onJoined({ picture, sound: { channels }, timedSound: this.#sound.takeUntil(picture.endTicks) });
  }
}
