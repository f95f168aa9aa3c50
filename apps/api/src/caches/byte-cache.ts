/** A least-recently-used cache with a limit in bytes. */
export function createByteCache<T extends { readonly length: number } = Buffer>(
  maxBytes: number,
): {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
} {
  // A map keeps its keys in the order of insertion. A read inserts its key again, so the first key is the least recently used.
  const kept = new Map<string, T>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };

  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      drop(key);
      if (value.length > maxBytes) return;
      kept.set(key, value);
      bytes += value.length;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
