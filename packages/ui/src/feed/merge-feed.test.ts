import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFeed } from './merge-feed.ts';

interface Item {
  id: string;
  ms: number;
}
const moments = { clipMs: ({ ms }: Item) => ms, eventMs: ({ ms }: Item) => ms };
const idsOf = (feed: ReturnType<typeof mergeFeed<Item, Item>>) =>
  feed.items.map((item) => (item.kind === 'clip' ? item.clip.id : item.event.id));
const item = (id: string, ms: number): Item => ({ id, ms });

describe('a feed of two lists', () => {
  it('is in the order of time', () => {
    const feed = mergeFeed(
      { items: [item('c9', 9), item('c3', 3)], hasMore: false },
      { items: [item('s5', 5), item('s1', 1)], hasMore: false },
      moments,
    );
    expect(idsOf(feed)).toEqual(['c9', 's5', 'c3', 's1']);
    expect(feed.needs).toBeUndefined();
  });

  it('holds back items that an unloaded page may precede', () => {
    const feed = mergeFeed(
      { items: [item('c9', 9), item('c6', 6)], hasMore: true },
      { items: [item('s7', 7), item('s1', 1)], hasMore: false },
      moments,
    );
    expect(idsOf(feed)).toEqual(['c9', 's7', 'c6']);
    expect(feed.needs).toBe('clips');
  });

  it('shows nothing before the first page of both', () => {
    const feed = mergeFeed({ items: [item('c9', 9)], hasMore: false }, { items: [], hasMore: true }, moments);
    expect(feed).toEqual({ items: [], needs: 'system' });
  });

  it('is always a prefix of the complete list, however much is loaded, and ends up complete', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 30 });
    const loaded = fc.nat({ max: 30 });
    fc.assert(
      fc.property(
        times,
        fc.array(fc.boolean(), { maxLength: 30 }),
        loaded,
        loaded,
        (all, isClip, clipCount, eventCount) => {
          const sorted = all
            .toSorted((a, b) => b - a)
            .map((ms, n) => ({ ms, id: String(ms), clip: isClip[n] === true }));
          const clips = sorted.filter(({ clip }) => clip);
          const events = sorted.filter(({ clip }) => !clip);
          const feed = mergeFeed(
            { items: clips.slice(0, clipCount), hasMore: clipCount < clips.length },
            { items: events.slice(0, eventCount), hasMore: eventCount < events.length },
            moments,
          );
          const shown = idsOf(feed);
          expect(shown).toEqual(sorted.slice(0, shown.length).map(({ id }) => id));
          if (feed.needs === undefined) expect(shown).toHaveLength(sorted.length);
        },
      ),
    );
  });
});
