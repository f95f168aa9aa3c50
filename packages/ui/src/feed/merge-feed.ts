/** A list that is loaded page by page, newest first. */
export interface PagedSource<T> {
  items: readonly T[];
  hasMore: boolean;
}

export type FeedItem<C, S> = { kind: 'clip'; clip: C } | { kind: 'system'; event: S };

export interface MergedFeed<C, S> {
  items: FeedItem<C, S>[];
  /** The list whose next page is needed to show more. */
  needs: 'clips' | 'system' | undefined;
}

interface Moments<C, S> {
  clipMs(clip: C): number;
  eventMs(event: S): number;
}

/**
 * Two lists as one. Items older than the oldest known one of a list with more pages are held back, because its next page may
 * belong before them: what is shown never changes its order later.
 */
export function mergeFeed<C, S>(
  clips: PagedSource<C>,
  system: PagedSource<S>,
  { clipMs, eventMs }: Moments<C, S>,
): MergedFeed<C, S> {
  const clipsFromMs = knownFrom(clips, clipMs);
  const systemFromMs = knownFrom(system, eventMs);
  const fromMs = Math.max(clipsFromMs, systemFromMs);
  const items: FeedItem<C, S>[] = [];
  let next = 0;
  const addEventsUntil = (atMs: number) => {
    for (; next < system.items.length; next += 1) {
      const event = system.items[next] as S;
      if (eventMs(event) < Math.max(atMs, fromMs)) return;
      items.push({ kind: 'system', event });
    }
  };
  for (const clip of clips.items) {
    if (clipMs(clip) < fromMs) break;
    addEventsUntil(clipMs(clip));
    items.push({ kind: 'clip', clip });
  }
  addEventsUntil(Number.NEGATIVE_INFINITY);
  if (fromMs === Number.NEGATIVE_INFINITY) return { items, needs: undefined };
  return { items, needs: clipsFromMs >= systemFromMs ? 'clips' : 'system' };
}

/** Everything since then is loaded. */
function knownFrom<T>({ items, hasMore }: PagedSource<T>, momentOf: (item: T) => number): number {
  if (!hasMore) return Number.NEGATIVE_INFINITY;
  const last = items.at(-1);
  return last === undefined ? Number.POSITIVE_INFINITY : momentOf(last);
}
