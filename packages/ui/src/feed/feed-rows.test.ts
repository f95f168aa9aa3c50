import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedRows, rowOfItem } from './feed-rows.ts';
import { rowOffsets, rowsInView } from './virtual-rows.ts';

const DAY_MS = 86_400_000;
const dayOf = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;
const iso = (ms: number) => new Date(ms).toISOString();
const clip = (id: string, ms: number) => ({ kind: 'clip' as const, clip: { id, start_ts: iso(ms) } });
const system = (id: string, ms: number) => ({ kind: 'system' as const, event: { id, ts: iso(ms) } });

describe('the rows of a feed', () => {
  const items = [
    clip('e', DAY_MS + 5),
    clip('d', DAY_MS + 4),
    clip('c', DAY_MS + 3),
    system('s', DAY_MS + 2),
    clip('b', 9),
    clip('a', 8),
  ];

  it('put clips beside each other, under the heading of their day and around system events', () => {
    expect(feedRows(items, { columns: 2, dayOf })).toEqual([
      { kind: 'day', key: `day ${DAY_MS}`, dayMs: DAY_MS },
      { kind: 'clips', key: 'e', clips: [items[0], items[1]].map((one) => one?.kind === 'clip' && one.clip) },
      { kind: 'clips', key: 'c', clips: [{ id: 'c', start_ts: iso(DAY_MS + 3) }] },
      { kind: 'system', key: 's', event: { id: 's', ts: iso(DAY_MS + 2) } },
      { kind: 'day', key: 'day 0', dayMs: 0 },
      {
        kind: 'clips',
        key: 'b',
        clips: [
          { id: 'b', start_ts: iso(9) },
          { id: 'a', start_ts: iso(8) },
        ],
      },
    ]);
  });

  it('are found by what they show', () => {
    const rows = feedRows(items, { columns: 2, dayOf });
    expect(['d', 's', 'a', 'none'].map((id) => rowOfItem(rows, id))).toEqual([1, 3, 5, -1]);
  });
});

describe('the rows in view', () => {
  it('are those that the window touches, with some around it', () => {
    const heights = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 });
    const size = fc.integer({ min: 0, max: 5_000 });
    fc.assert(
      fc.property(
        heights,
        size,
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 0, max: 400 }),
        (all, topPx, heightPx, aroundPx) => {
          const offsets = rowOffsets(all);
          const { first, end } = rowsInView(offsets, { topPx, heightPx, aroundPx });
          const touched = all
            .map((height, n) => ({ n, from: offsets[n] as number, to: (offsets[n] as number) + height }))
            .filter(({ from, to }) => from < topPx + heightPx + aroundPx && to > Math.max(0, topPx - aroundPx))
            .map(({ n }) => n);
          for (const n of touched) expect(n >= first && n < end).toBe(true);
          expect(end - first).toBeLessThanOrEqual(touched.length + 1);
          expect(end).toBeGreaterThan(first);
        },
      ),
    );
  });

  it('are none of an empty list', () => {
    expect(rowsInView(rowOffsets([]), { topPx: 0, heightPx: 100, aroundPx: 0 })).toEqual({ first: 0, end: 0 });
  });
});
