import type { SourceState } from '@holdfast/media';
import { refKey, type StreamRef } from '../segments/stream-ref.ts';

/** The state of each source of the restream, with notification of changes. */
export class SourceBoard {
  readonly #states = new Map<string, SourceState>();
  readonly #listeners = new Map<string, Set<() => void>>();

  get(ref: StreamRef): SourceState {
    return this.#states.get(refKey(ref)) ?? { kind: 'idle' };
  }

  set(ref: StreamRef, state: SourceState): void {
    this.#states.set(refKey(ref), state);
    for (const listener of this.#listeners.get(refKey(ref)) ?? []) listener();
  }

  forget(ref: StreamRef): void {
    this.#states.delete(refKey(ref));
  }

  onChange(ref: StreamRef, listener: () => void): () => void {
    const key = refKey(ref);
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
