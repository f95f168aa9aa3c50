/** Going through clips that were not seen: the order stays, even if clips arrive or are seen meanwhile. */
export interface Review {
  /** Newest first, as they were loaded. */
  ids: readonly string[];
  at: number;
  /** Marked during this review. */
  seen: ReadonlySet<string>;
}

export const newReview: Review = { ids: [], at: 0, seen: new Set() };

export type ReviewStep =
  /** Of the list of clips not seen, as it is now. */
  | { kind: 'loaded'; ids: readonly string[] }
  | { kind: 'next' }
  | { kind: 'previous' }
  /** Marks the current one, and continues with the next one that is not seen. */
  | { kind: 'seen' }
  | { kind: 'unseen' }
  /** Back to the first one that is not seen. */
  | { kind: 'again' };

export function nextReview(review: Review, step: ReviewStep): Review {
  const { ids, at, seen } = review;
  const current = currentOf(review);
  switch (step.kind) {
    case 'loaded': {
      // New ones come last: what was shown keeps its place.
      const known = new Set(ids);
      const more = step.ids.filter((id) => !known.has(id));
      return more.length === 0 ? review : { ...review, ids: [...ids, ...more] };
    }
    case 'next':
      return { ...review, at: Math.min(ids.length, at + 1) };
    case 'previous':
      return { ...review, at: Math.max(0, at - 1) };
    case 'seen': {
      if (current === undefined) return review;
      const marked = new Set([...seen, current]);
      return { ids, seen: marked, at: nextUnseen(ids, marked, at) };
    }
    case 'unseen':
      return { ...review, seen: new Set([...seen].filter((id) => id !== current)) };
    case 'again':
      return { ...review, at: nextUnseen(ids, seen, -1) };
  }
}

/** Undefined at the end. */
export const currentOf = ({ ids, at }: Review): string | undefined => ids[at];

export const unseenCount = ({ ids, seen }: Review): number => ids.filter((id) => !seen.has(id)).length;

/** The clips to load in advance: those that the next keys are likely to show. */
export function upcomingClips({ ids, at, seen }: Review, count: number): string[] {
  const ahead: string[] = [];
  for (
    let place = nextUnseen(ids, seen, at);
    place < ids.length && ahead.length < count;
    place = nextUnseen(ids, seen, place)
  )
    ahead.push(ids[place] as string);
  return ahead;
}

/** The next unseen place after this one; after the last if all are seen. */
function nextUnseen(ids: readonly string[], seen: ReadonlySet<string>, at: number): number {
  const place = ids.findIndex((id, n) => n > at && !seen.has(id));
  return place < 0 ? ids.length : place;
}
