export interface Listeners<Args extends unknown[]> {
  /** Returns how to remove it. */
  add(listener: (...args: Args) => void): () => void;
  call(...args: Args): void;
  clear(): void;
}

export function createListeners<Args extends unknown[]>(): Listeners<Args> {
  const all = new Set<(...args: Args) => void>();
  return {
    add: (listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    call: (...args) => {
      for (const listener of all) listener(...args);
    },
    clear: () => all.clear(),
  };
}
