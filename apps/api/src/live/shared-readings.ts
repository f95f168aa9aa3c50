import type { Reading } from '@holdfast/media';

export interface SharedReadings {
  /** The stream, and a function that leaves it; throws if it cannot be opened. */
  enter(key: string, url: string): Promise<{ reading: Reading; leave: () => void }>;
  close(): void;
}

interface Shared {
  opening: Promise<Reading>;
  users: number;
  stop: AbortController;
  unwatched: NodeJS.Timeout | undefined;
}

const LINGER_MS = 10_000;

/** One connection to the restream per stream for all WebRTC viewers; closed a little after the last one left. */
export function createSharedReadings(
  openReading: (source: { url: string; signal: AbortSignal }) => Promise<Reading>,
): SharedReadings {
  const all = new Map<string, Shared>();

  const open = (key: string, url: string): Shared => {
    const stop = new AbortController();
    const shared: Shared = { opening: openReading({ url, signal: stop.signal }), users: 0, stop, unwatched: undefined };
    const forget = () => {
      clearTimeout(shared.unwatched);
      if (all.get(key) === shared) all.delete(key);
    };
    shared.opening.then(({ ended }) => ended).then(forget, forget);
    all.set(key, shared);
    return shared;
  };

  return {
    async enter(key, url) {
      const shared = all.get(key) ?? open(key, url);
      clearTimeout(shared.unwatched);
      shared.users += 1;
      let here = true;
      const leave = () => {
        if (!here) return;
        here = false;
        shared.users -= 1;
        if (shared.users > 0 || all.get(key) !== shared) return;
        shared.unwatched = setTimeout(() => shared.stop.abort(), LINGER_MS).unref();
      };
      try {
        return { reading: await shared.opening, leave };
      } catch (err) {
        leave();
        throw err;
      }
    },
    close() {
      for (const { stop } of all.values()) stop.abort();
    },
  };
}
