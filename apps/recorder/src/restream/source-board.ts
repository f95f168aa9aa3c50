import { type StreamRef, streamKey } from '@holdfast/domain';
import type { SourceState } from '@holdfast/media';

/** The state of each source of the restream, with notification of changes. */
export class SourceBoard {
  readonly #states = new Map<string, SourceState>();
  readonly #listeners = new Map<string, Set<() => void>>();

  get(ref: StreamRef): SourceState {
    return this.#states.get(streamKey(ref)) ?? { kind: 'idle' };
  }

  set(ref: StreamRef, state: SourceState): void {
    this.#states.set(streamKey(ref), state);
    for (const listener of this.#listeners.get(streamKey(ref)) ?? []) listener();
  }

  forget(ref: StreamRef): void {
    this.#states.delete(streamKey(ref));
  }

  onChange(ref: StreamRef, listener: () => void): () => void {
    const key = streamKey(ref);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(key);
    };
  }

  changed(ref: StreamRef, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        stop();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const stop = this.onChange(ref, done);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    });
  }
}
