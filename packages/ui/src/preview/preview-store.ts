export interface PreviewWish {
  cameraId: string;
  atMs: number;
  /** `near` is the keyframe before the moment, which costs a fraction of the `exact` picture. */
  precision: 'near' | 'exact';
}

/** A picture with the moment it was taken at, which is not always the one that was asked for. */
export interface Preview<P> {
  picture: P;
  takenAtMs: number;
}

export interface PreviewStoreOptions<P> {
  load(wish: PreviewWish, signal: AbortSignal): Promise<Preview<P>>;
  /** Pictures hold memory outside the heap until told to let go. */
  release(picture: P): void;
  onChange(): void;
  nowMs: () => number;
  mostKept?: number;
  mostLoads?: number;
}

export interface PreviewStore<P> {
  /** The pictures wanted now, most wanted first. Whatever else is on its way is called off. */
  want(wishes: readonly PreviewWish[]): void;
  /** The picture that answers this wish. */
  find(wish: PreviewWish): Preview<P> | undefined;
  /** The nearest picture there is within reach: shown at once until the right one is here. */
  nearest(wish: Pick<PreviewWish, 'cameraId' | 'atMs'>, reachMs: number): Preview<P> | undefined;
  stop(): void;
}

/** Decoded pictures of moments, the latest used kept, a few on their way at a time. */
export function createPreviewStore<P>(options: PreviewStoreOptions<P>): PreviewStore<P> {
  const { load, release, onChange, nowMs, mostKept = 400, mostLoads = 4 } = options;
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
      if (kept.size <= mostKept) break;
      kept.delete(key);
      if (oldest) release(oldest.picture);
    }
  };
  const isSettled = (key: string): boolean => {
    const found = kept.get(key);
    return found !== undefined && (found.preview !== undefined || nowMs() - found.keptAtMs < ASK_AGAIN_MS);
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
          // Remembered for a while as having none, so that a hand resting on it does not ask all the time.
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
      if (loads.size >= mostLoads) return;
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

/** There may be a picture later: the server was away, or footage had not come yet. */
const ASK_AGAIN_MS = 3_000;

const keyOf = ({ cameraId, atMs, precision }: PreviewWish): string => `${cameraId} ${atMs} ${precision}`;
