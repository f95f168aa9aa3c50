import type { InfiniteData } from '@tanstack/react-query';

interface Placed {
  id: string;
  start_ts: string;
}
interface ClipPage<C> {
  clips: C[];
  next_cursor: string | null;
}

/**
 * Puts changed clips into the loaded pages: those in `now` where they belong, the others of `changed` out. What belongs after
 * the last loaded page comes with the next one.
 */
export function placeClips<C extends Placed, P extends ClipPage<C>>(
  data: InfiniteData<P>,
  changed: readonly string[],
  now: readonly C[],
): InfiniteData<P> {
  const gone = new Set(changed);
  const pages = data.pages.map((page) => ({ ...page, clips: page.clips.filter(({ id }) => !gone.has(id)) }));
  for (const clip of now) {
    // The limits of a page are those before the changed clips were removed.
    const number = data.pages.findIndex(({ clips }) => !isBefore(clips.at(-1), clip));
    const page = pages[number] ?? lastOfAll(pages);
    if (!page) continue;
    const place = page.clips.findIndex((other) => isBefore(clip, other));
    page.clips.splice(place < 0 ? page.clips.length : place, 0, clip);
  }
  return { ...data, pages };
}

/** The last page, if no page follows it. */
function lastOfAll<P extends { next_cursor: string | null }>(pages: readonly P[]): P | undefined {
  const last = pages.at(-1);
  return last?.next_cursor === null ? last : undefined;
}

/** As in the lists of the server: newest first. */
function isBefore(a: Placed | undefined, b: Placed): boolean {
  if (a === undefined) return true;
  const [aMs, bMs] = [Date.parse(a.start_ts), Date.parse(b.start_ts)];
  return aMs !== bMs ? aMs > bMs : a.id > b.id;
}
