interface Removal {
  /** Identifies the removal, such as `camera 123`. */
  key: string;
  carryOut: () => Promise<unknown>;
  /** Refreshes the screens afterwards, whether it worked or not; the row stays hidden until then. */
  refresh: () => Promise<unknown>;
}

export interface Removals {
  /** Keys of hidden rows whose removal can still be undone or fail. */
  pending(): ReadonlySet<string>;
  subscribe(listener: () => void): () => void;
  begin(removal: Removal): void;
  undo(key: string): void;
  /** Sends the removal after the delay. Afterwards the key is no longer pending, whether it worked or not. */
  settle(key: string): Promise<void>;
  /** Sends all pending removals, when the page closes or the user signs out. Resolves when the server has answered. */
  settleAll(): Promise<void>;
}

/** Undo instead of a confirmation: a removed row disappears at once, and the removal is sent a few seconds later. */
export function createRemovals(onFailure: (err: unknown) => void): Removals {
  const waiting = new Map<string, Removal>();
  const listeners = new Set<() => void>();
  let keys: ReadonlySet<string> = new Set();
  const publish = (next: ReadonlySet<string>) => {
    keys = next;
    for (const listener of listeners) listener();
  };

  const carryOut = async (removal: Removal): Promise<void> => {
    waiting.delete(removal.key);
    await removal.carryOut().catch(onFailure);
  };
  const release = async ({ key, refresh }: Removal): Promise<void> => {
    await refresh();
    publish(new Set([...keys].filter((one) => one !== key)));
  };

  return {
    pending: () => keys,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (removal) => {
      waiting.set(removal.key, removal);
      publish(new Set([...keys, removal.key]));
    },
    undo: (key) => {
      if (waiting.delete(key)) publish(new Set([...keys].filter((one) => one !== key)));
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
