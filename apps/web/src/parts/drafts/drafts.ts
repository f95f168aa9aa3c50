/** Whether a draft belongs to an object or to a part of it. */
export const isDraftOf = (key: string, thing: string): boolean => key === thing || key.startsWith(`${thing} `);

interface Kept {
  /** The fields that differ from the saved ones. */
  typed: object;
  /** Address of the form. */
  href: string;
}

/** Unsaved input by object, such as `camera 123 motion`. Kept until the page is closed. */
export interface Drafts {
  read(key: string): Kept | undefined;
  /** Whether there is any draft, of an object with its parts or at all. */
  hasAny(thing?: string): boolean;
  write(key: string, kept: Kept): void;
  drop(key: string): void;
  /** Drops the drafts of a removed object and its parts. */
  dropAllOf(thing: string): void;
  subscribe(listener: () => void): () => void;
}

export function createDrafts(): Drafts {
  const all = new Map<string, Kept>();
  const listeners = new Set<() => void>();
  const publish = () => {
    for (const listener of listeners) listener();
  };
  const drop = (key: string) => {
    if (all.delete(key)) publish();
  };
  return {
    read: (key) => all.get(key),
    hasAny: (thing) => (thing === undefined ? all.size > 0 : [...all.keys()].some((key) => isDraftOf(key, thing))),
    write: (key, kept) => {
      if (Object.keys(kept.typed).length === 0) return drop(key);
      all.set(key, kept);
      publish();
    },
    drop,
    dropAllOf: (thing) => {
      for (const key of [...all.keys()]) if (isDraftOf(key, thing)) drop(key);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Shared by all screens, so that drafts survive navigation. */
export const drafts = createDrafts();
