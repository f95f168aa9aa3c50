interface Removal {
  /** Told apart by this, like `camera 123`. */
  key: string;
  carryOut: () => Promise<unknown>;
  /** Afterwards, whether it worked or not: the screens ask again, and until then it stays hidden. */
  refresh: () => Promise<unknown>;
}

export interface Removals {
  /** Keys that look gone but can still come back. */
  pending(): ReadonlySet<string>;
  subscribe(listener: () => void): () => void;
  begin(removal: Removal): void;
  undo(key: string): void;
  /** Time is up: now it is done. Afterwards the key is no longer pending, whether it worked or not. */
  settle(key: string): Promise<void>;
  /** The page goes away, or the person: whatever was asked for is done. Resolves when the server has answered. */
  settleAll(): Promise<void>;
}

/** Instead of asking "are you sure?": what is removed disappears at once and is really removed a few seconds later. */
export function createRemovals(onFailure: (err: unknown) => void): Removals {
  const waiting = new Map<string, Removal>();
  const listeners = new Set<() => void>();
  let keys: ReadonlySet<string> = new Set();
  const tell = (next: ReadonlySet<string>) => {
    keys = next;
    for (const listener of listeners) listener();
  };

  const carryOut = async (removal: Removal): Promise<void> => {
    waiting.delete(removal.key);
    await removal.carryOut().catch(onFailure);
  };
  const release = async ({ key, refresh }: Removal): Promise<void> => {
    await refresh();
    tell(new Set([...keys].filter((one) => one !== key)));
  };

  return {
    pending: () => keys,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (removal) => {
      waiting.set(removal.key, removal);
      tell(new Set([...keys, removal.key]));
    },
    undo: (key) => {
      if (waiting.delete(key)) tell(new Set([...keys].filter((one) => one !== key)));
    },
    settle: async (key) => {
      const removal = waiting.get(key);
      if (!removal) return;
      await carryOut(removal);
      await release(removal);
    },
    settleAll: async () => {
      const all = [...waiting.values()];
      await Promise.all(all.map(carryOut));
      for (const removal of all) void release(removal);
    },
  };
}
