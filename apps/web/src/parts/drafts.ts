/** Whether a draft belongs to a thing or to a part of it. */
export const isAbout = (key: string, thing: string): boolean => key === thing || key.startsWith(`${thing} `);

interface Kept {
  /** The fields that differ from what is saved. */
  typed: object;
  /** Where it was typed. */
  href: string;
}

/** What is typed and not saved, by what it is about, like `camera 123 motion`. It lives as long as the page. */
export interface Drafts {
  read(key: string): Kept | undefined;
  /** Whether there is any, of a thing with all its parts or at all. */
  hasAny(thing?: string): boolean;
  write(key: string, kept: Kept): void;
  drop(key: string): void;
  /** Of a thing and all its parts, because it is removed. */
  dropAllOf(thing: string): void;
  subscribe(listener: () => void): () => void;
}

export function createDrafts(): Drafts {
  const all = new Map<string, Kept>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const drop = (key: string) => {
    if (all.delete(key)) tell();
  };
  return {
    read: (key) => all.get(key),
    hasAny: (thing) => (thing === undefined ? all.size > 0 : [...all.keys()].some((key) => isAbout(key, thing))),
    write: (key, kept) => {
      if (Object.keys(kept.typed).length === 0) return drop(key);
      all.set(key, kept);
      tell();
    },
    drop,
    dropAllOf: (thing) => {
      for (const key of [...all.keys()]) if (isAbout(key, thing)) drop(key);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One for the page: whoever goes to another screen finds what they typed when they come back. */
export const drafts = createDrafts();
