import { MAX_LISTED_CLIPS, MAX_VIEWED_CLIPS } from '@holdfast/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { placeClips } from './place-clips.ts';
import type { Clip, ClipFilter } from './queries.ts';

interface Page {
  clips: Clip[];
  overview_seconds: number;
  next_cursor: string | null;
}
type Pages = InfiniteData<Page>;

const COLLECTED_MS = 200;
const waiting = new Set<string>();
let isAtWork = false;

/** Puts changed clips into the lists on the screen, without loading these anew. Many changes are one request. */
export function refreshClips(queryClient: QueryClient, ids: readonly string[]): void {
  for (const id of ids) waiting.add(id);
  if (waiting.size === 0 || isAtWork) return;
  isAtWork = true;
  setTimeout(() => {
    void refresh(queryClient).finally(() => {
      isAtWork = false;
      refreshClips(queryClient, []);
    });
  }, COLLECTED_MS);
}

async function refresh(queryClient: QueryClient): Promise<void> {
  const ids = [...waiting].slice(0, MAX_LISTED_CLIPS);
  for (const id of ids) waiting.delete(id);
  for (const id of ids) void queryClient.invalidateQueries({ queryKey: ['clip', id] });
  void queryClient.invalidateQueries({ queryKey: ['unviewed-clips'] });
  // Lists that are not displayed are loaded again when they are shown.
  queryClient.removeQueries({ queryKey: ['clips'], type: 'inactive' });
  for (const [key] of queryClient.getQueriesData<Pages>({ queryKey: ['clips'], type: 'active' })) {
    const filter = key[1] as ClipFilter;
    // A failed request is made up for by the next change, or when the list is next opened.
    const reply = await api.clips.list({ query: { ...filter, ids, limit: MAX_LISTED_CLIPS } }).catch(() => undefined);
    if (reply) queryClient.setQueryData<Pages>(key, (data) => data && placeClips(data, ids, reply.clips));
  }
}

/** Loads the newest page of the lists on the screen, for networks in which changes are not pushed. */
export async function refreshNewest(queryClient: QueryClient): Promise<void> {
  for (const [key] of queryClient.getQueriesData<Pages>({ queryKey: ['clips'], type: 'active' })) {
    const reply = await api.clips.list({ query: key[1] as ClipFilter }).catch(() => undefined);
    const ids = reply?.clips.map(({ id }) => id) ?? [];
    if (reply) queryClient.setQueryData<Pages>(key, (data) => data && placeClips(data, ids, reply.clips));
  }
}

/** Marks clips as viewed, or not, at once on the screen. They stay in a list of unseen ones until it is loaded again. */
export async function markViewed(queryClient: QueryClient, ids: readonly string[], viewed: boolean): Promise<void> {
  const mark = (marked: readonly string[], isViewed: boolean) => {
    const wanted = new Set(marked);
    queryClient.setQueriesData<Pages>(
      { queryKey: ['clips'] },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            clips: page.clips.map((clip) => (wanted.has(clip.id) ? { ...clip, viewed: isViewed } : clip)),
          })),
        },
    );
    for (const id of marked)
      queryClient.setQueryData<Clip | null>(['clip', id], (clip) => clip && { ...clip, viewed: isViewed });
  };
  mark(ids, viewed);
  for (let done = 0; done < ids.length; done += MAX_VIEWED_CLIPS)
    try {
      await api.clips.markViewed({ body: { ids: ids.slice(done, done + MAX_VIEWED_CLIPS), viewed } });
    } catch (err) {
      mark(ids.slice(done), !viewed);
      throw err;
    }
  for (const id of ids) void queryClient.invalidateQueries({ queryKey: ['clip', id] });
  await queryClient.invalidateQueries({ queryKey: ['unviewed-clips'] });
}
