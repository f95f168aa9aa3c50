export interface NewestFrame<Frame> {
  /** Replaces a frame that has not been taken yet. */
  put(frame: Frame): void;
  /** The newest frame not taken before, or the next one to come; undefined once aborted. One caller at a time. */
  take(signal: AbortSignal): Promise<Frame | undefined>;
  /** Frames that were replaced before they were taken. */
  readonly skipped: number;
}

/** Holds the newest frame for a consumer that is slower than the frame rate: it skips frames and never lags. */
export function createNewestFrame<Frame>(): NewestFrame<Frame> {
  let waiting: Frame | undefined;
  let wake: (() => void) | undefined;
  let skipped = 0;
  return {
    put(frame) {
      if (waiting !== undefined) skipped += 1;
      waiting = frame;
      wake?.();
    },
    async take(signal) {
      while (waiting === undefined && !signal.aborted) {
        const woken = Promise.withResolvers<void>();
        const resolve = () => woken.resolve();
        wake = resolve;
        signal.addEventListener('abort', resolve, { once: true });
        await woken.promise;
        signal.removeEventListener('abort', resolve);
        wake = undefined;
      }
      const frame = waiting;
      waiting = undefined;
      return signal.aborted ? undefined : frame;
    },
    get skipped() {
      return skipped;
    },
  };
}
