import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeClips } from './place-clips.ts';

const clip = (second: number, text = '') => ({
  id: `id ${String(second).padStart(3, '0')}`,
  start_ts: new Date(second * 1000).toISOString(),
  text,
});
const PAGE = 3;
/** The first pages of a list, as the server sends them. */
function loaded(seconds: readonly number[], pages: number) {
  const all = seconds.toSorted((a, b) => b - a).map((second) => clip(second));
  const count = Math.max(1, Math.min(pages, Math.ceil(all.length / PAGE)));
  return {
    pageParams: Array.from({ length: count }, String),
    pages: Array.from({ length: count }, (_, n) => ({
      clips: all.slice(n * PAGE, (n + 1) * PAGE),
      next_cursor: (n + 1) * PAGE < all.length ? String(n) : null,
    })),
  };
}
const shown = (data: Pick<ReturnType<typeof loaded>, 'pages'>) => data.pages.flatMap(({ clips }) => clips);

describe('changed clips', () => {
  it('take their place, are updated, and leave the list', () => {
    const data = loaded([10, 20, 30, 40], 2);
    const after = placeClips(data, [clip(50).id, clip(20).id, clip(30).id], [clip(50), clip(20, 'ended')]);
    expect(shown(after)).toEqual([clip(50), clip(40), clip(20, 'ended'), clip(10)]);
    expect(shown(data)).toHaveLength(4);
  });

  it('wait for their page if it is not loaded', () => {
    const data = loaded([10, 20, 30, 40], 1);
    expect(shown(placeClips(data, [clip(15).id], [clip(15)]))).toEqual([clip(40), clip(30), clip(20)]);
  });

  it('give the list that the server would send, as far as it is loaded', () => {
    const seconds = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 20 });
    fc.assert(
      fc.property(seconds, seconds, seconds, fc.integer({ min: 1, max: 8 }), (before, added, removed, pages) => {
        const gone = new Set(removed);
        const now = [...new Set([...before, ...added])].filter((second) => !gone.has(second));
        const changed = [...added, ...removed];
        const reply = added.filter((second) => !gone.has(second)).map((second) => clip(second));
        const after = shown(
          placeClips(
            loaded(before, pages),
            changed.map((second) => clip(second).id),
            reply,
          ),
        );
        const whole = now.toSorted((a, b) => b - a).map((second) => clip(second));
        const isComplete = pages * PAGE >= before.length;
        if (isComplete) expect(after).toEqual(whole);
        else expect(after).toEqual(whole.filter(({ id }) => after.some((one) => one.id === id)));
        const oldest = before.toSorted((a, b) => b - a)[pages * PAGE - 1] ?? -1;
        for (const one of whole)
          if (Date.parse(one.start_ts) / 1000 > oldest && !gone.has(oldest)) expect(after).toContainEqual(one);
      }),
    );
  });
});
