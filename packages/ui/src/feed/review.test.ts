import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currentOf, newReview, nextReview, type ReviewStep, unseenCount, upcomingClips } from './review.ts';

const after = (...steps: ReviewStep[]) => steps.reduce(nextReview, newReview);
const loaded = (ids: string) => ({ kind: 'loaded' as const, ids: [...ids] });
const [seen, next, previous] = [{ kind: 'seen' as const }, { kind: 'next' as const }, { kind: 'previous' as const }];

describe('a review', () => {
  it.each<[string, ReviewStep[], string | undefined, number]>([
    ['begins with the newest', [loaded('abc')], 'a', 3],
    ['marks one and goes on', [loaded('abc'), seen], 'b', 2],
    ['skips what was seen before', [loaded('abc'), next, seen, previous, previous, seen], 'c', 1],
    ['goes back to what was seen', [loaded('abc'), seen, previous], 'a', 2],
    ['removes a mark', [loaded('abc'), seen, previous, { kind: 'unseen' }], 'a', 3],
    ['ends after the last', [loaded('ab'), seen, seen], undefined, 0],
    ['does not go beyond its end', [loaded('ab'), next, next, next, next], undefined, 2],
    ['returns to what was passed over', [loaded('abc'), next, seen, next, { kind: 'again' }], 'a', 2],
    ['has nothing to return to when all are seen', [loaded('a'), seen, { kind: 'again' }], undefined, 0],
    ['goes on when more arrives', [loaded('ab'), seen, seen, loaded('cab')], 'c', 1],
  ])('%s', (_title, steps, current, left) => {
    const review = after(...steps);
    expect([currentOf(review), unseenCount(review)]).toEqual([current, left]);
  });

  it('loads ahead what the key for seen shows next', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<ReviewStep>(seen, next, previous, loaded('abcdef'), loaded('fgh'))),
        (steps) => {
          const review = after(loaded('abcd'), ...steps);
          const [first, second] = upcomingClips(review, 2);
          if (currentOf(review) === undefined) return;
          const one = nextReview(review, seen);
          expect(currentOf(one)).toBe(first);
          expect(currentOf(one) === undefined ? undefined : currentOf(nextReview(one, seen))).toBe(second);
        },
      ),
    );
  });
});
