export interface PreviewWish {
  cameraId: string;
  atMs: number;
  /** `near` is a small picture of the segment that contains the moment, made in advance; `exact` has to be decoded. */
  precision: 'near' | 'exact';
}

/** A picture and the moment it was taken, which may differ from the requested one. */
export interface Preview<P> {
  picture: P;
  takenAtMs: number;
}

export interface PreviewStoreOptions<P> {
  load(wish: PreviewWish, signal: AbortSignal): Promise<Preview<P>>;
  /** Frees the memory of a picture, which is outside the heap. */
  release(picture: P): void;
  onChange(): void;
  nowMs: () => number;
  maxKept?: number;
  maxLoads?: number;
}

export interface PreviewStore<P> {
  /** Sets the wanted pictures by priority. Other requests in progress are aborted. */
  want(wishes: readonly PreviewWish[]): void;
  /** The picture for exactly this wish. */
  find(wish: PreviewWish): Preview<P> | undefined;
  /** The nearest loaded picture within reach, shown until the right one is loaded. */
  nearest(wish: Pick<PreviewWish, 'cameraId' | 'atMs'>, reachMs: number): Preview<P> | undefined;
  stop(): void;
}

/** Cache of decoded previews: least recently used are evicted, with a few parallel requests. */
export function createPreviewStore<P>(options: PreviewStoreOptions<P>): PreviewStore<P> {
  const { load, release, onChange, nowMs, maxKept = 400, maxLoads = 4 } = options;
  const kept = new Map<string, { cameraId: string; preview: Preview<P> | undefined; keptAtMs: number }>();
  const loads = new Map<string, AbortController>();
  let wishes: readonly PreviewWish[] = [];

  const touch = (key: string) => {
    const found = kept.get(key);
    if (!found) return undefined;
    kept.delete(key);
    kept.set(key, found);
    return found;
  };
  const keep = (wish: PreviewWish, preview: Preview<P> | undefined) => {
    kept.set(keyOf(wish), { cameraId: wish.cameraId, preview, keptAtMs: nowMs() });
    for (const [key, { preview: oldest }] of kept) {
      if (kept.size <= maxKept) break;
      kept.delete(key);
      if (oldest) release(oldest.picture);
    }
  };
  const isSettled = (key: string): boolean => {
    const found = kept.get(key);
    return found !== undefined && (found.preview !== undefined || nowMs() - found.keptAtMs < RETRY_MS);
  };
  const begin = (wish: PreviewWish) => {
    const abort = new AbortController();
    const key = keyOf(wish);
    loads.set(key, abort);
    void load(wish, abort.signal)
      .then(
        (preview) => {
          if (abort.signal.aborted) release(preview.picture);
          else keep(wish, preview);
        },
        () => {
          // Remembered as missing for a while, so that a resting pointer does not request it all the time.
          if (!abort.signal.aborted) keep(wish, undefined);
        },
      )
      .finally(() => {
        if (loads.get(key) === abort) loads.delete(key);
        if (abort.signal.aborted) return;
        onChange();
        fill();
      });
  };
  const fill = () => {
    for (const wish of wishes) {
      if (loads.size >= maxLoads) return;
      const key = keyOf(wish);
      if (!isSettled(key) && !loads.has(key)) begin(wish);
    }
  };

  return {
    want: (next) => {
      wishes = next;
      const wanted = new Set(next.map(keyOf));
      for (const [key, abort] of loads)
        if (!wanted.has(key)) {
          abort.abort();
          loads.delete(key);
        }
      fill();
    },
    find: (wish) => touch(keyOf(wish))?.preview,
    nearest: ({ cameraId, atMs }, reachMs) => {
      let best: { key: string; awayMs: number } | undefined;
      for (const [key, entry] of kept) {
        if (entry.cameraId !== cameraId || entry.preview === undefined) continue;
        const awayMs = Math.abs(entry.preview.takenAtMs - atMs);
        if (awayMs <= reachMs && (!best || awayMs < best.awayMs)) best = { key, awayMs };
      }
      return best && touch(best.key)?.preview;
    },
    stop: () => {
      wishes = [];
      for (const abort of loads.values()) abort.abort();
      loads.clear();
      for (const { preview } of kept.values()) if (preview) release(preview.picture);
      kept.clear();
    },
  };
}

/** A missing picture may become available: the server was unreachable, or the footage was not indexed yet. */
const RETRY_MS = 3_000;

const keyOf = ({ cameraId, atMs, precision }: PreviewWish): string => `${cameraId} ${atMs} ${precision}`;
