/**
 * Values that hold until a change is announced, and for a limited time. While announcements cannot be received, nothing is kept.
 */
export interface AnnouncedCache<Value> {
  /** The kept value, or a new one, which is kept if `isLasting`. */
  load(key: string, work: () => Promise<Value>, isLasting?: (value: Value) => boolean): Promise<Value>;
  /** Drops all values, because something has changed. */
  forget(): void;
  setListening(isListening: boolean): void;
}

interface Kept<Value> {
  value: Value;
  untilMs: number;
}

export function createAnnouncedCache<Value>({
  most,
  forMs,
  nowMs = () => performance.now(),
}: {
  most: number;
  forMs: number;
  nowMs?: () => number;
}): AnnouncedCache<Value> {
  /** Oldest first. */
  const kept = new Map<string, Kept<Value>>();
  let isListening = false;
  // A value whose loading began before a change must not be kept after it.
  let generation = 0;

  const forget = () => {
    generation += 1;
    kept.clear();
  };
  const keep = (key: string, value: Value) => {
    kept.delete(key);
    kept.set(key, { value, untilMs: nowMs() + forMs });
    for (const oldest of kept.keys()) {
      if (kept.size <= most) return;
      kept.delete(oldest);
    }
  };
  return {
    load: async (key, work, isLasting = () => true) => {
      const known = kept.get(key);
      if (known && nowMs() < known.untilMs) return known.value;
      const began = generation;
      const value = await work();
      if (isListening && began === generation && isLasting(value)) keep(key, value);
      return value;
    },
    forget,
    setListening: (now) => {
      isListening = now;
      forget();
    },
  };
}
