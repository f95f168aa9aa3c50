import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jpegScale, packsOverLimit, previewAt, restAfterMs, spreadPreviews, wantsPreview } from './choose-previews.ts';
import {
  PACK_HEAD_BYTES,
  PACK_PLACES,
  type PackedPreview,
  packHourMs,
  parsePackHead,
  printPackStart,
  printPlace,
} from './preview-pack.ts';

const preview = (startMs: number, more: Partial<PackedPreview> = {}): PackedPreview => ({
  segmentId: startMs + 1,
  startMs,
  durationMs: 4_000,
  offset: 100_000,
  length: 500,
  ...more,
});

const previews = fc.array(
  fc.record({
    segmentId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    startMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    durationMs: fc.integer({ min: 0, max: 600_000 }),
    offset: fc.integer({ min: PACK_HEAD_BYTES, max: 0xffff_ffff }),
    length: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  { maxLength: 50 },
);

function headOf(places: readonly PackedPreview[]): Uint8Array {
  const head = new Uint8Array(PACK_HEAD_BYTES);
  head.set(printPackStart());
  places.forEach((one, place) => {
    const { bytes, at } = printPlace(place, one);
    head.set(bytes, at);
  });
  return head;
}

describe('the head of a pack', () => {
  it('returns what was written', () => {
    fc.assert(
      fc.property(previews, (given) => {
        const read = parsePackHead(headOf(given));
        expect(read).toEqual({ usedPlaces: given.length, previews: given.map((one, place) => ({ place, ...one })) });
      }),
    );
  });

  it('skips a place that a crash left incomplete, and never uses it again', () => {
    fc.assert(
      fc.property(previews, fc.nat(31), fc.integer({ min: 1, max: 255 }), (given, byte, change) => {
        fc.pre(given.length > 0);
        const head = headOf(given);
        const at = 32 * given.length + byte;
        head[at] = (head[at] ?? 0) ^ change;
        const read = parsePackHead(head);
        expect(read?.previews.length).toBeLessThanOrEqual(given.length);
        for (const one of read?.previews ?? [])
          expect(given).toContainEqual(expect.objectContaining({ segmentId: one.segmentId }));
      }),
    );
  });

  it('is short while few places are used, and nothing else is taken for one', () => {
    expect(parsePackHead(headOf([preview(1)]).subarray(0, 64))?.previews).toHaveLength(1);
    for (const bytes of [new Uint8Array(0), new Uint8Array(PACK_HEAD_BYTES), new Uint8Array(40).fill(0xff)])
      expect(parsePackHead(bytes)).toBeUndefined();
    expect(PACK_PLACES).toBeGreaterThan(3_600 / 4);
  });

  it('forgets a wiped place', () => {
    const head = headOf([preview(1), preview(5)]);
    const { bytes, at } = printPlace(0, preview(1, { length: 0 }));
    head.set(bytes, at);
    expect(parsePackHead(head)).toMatchObject({ usedPlaces: 2, previews: [{ place: 1, startMs: 5 }] });
  });

  it('belongs to an hour of UTC', () => {
    expect([0, 3_599_999, 3_600_000].map(packHourMs)).toEqual([0, 0, 3_600_000]);
  });
});

describe('the preview of a moment', () => {
  it.each([
    ['its own segment', [0, 4_000, 8_000], 5_000, 4_000, 4_000],
    ['the first moment of a segment', [0, 4_000], 4_000, 4_000, 4_000],
    ['none before the first', [4_000], 3_999, 4_000, undefined],
    ['none after the last', [0], 4_000, 4_000, undefined],
    ['that of the interval', [0], 29_999, 30_000, 0],
    ['whatever their order', [8_000, 0, 4_000], 7_000, 4_000, 4_000],
  ])('is %s', (_title, starts, atMs, intervalMs, expected) => {
    expect(
      previewAt(
        starts.map((one) => preview(one)),
        atMs,
        intervalMs,
      )?.startMs,
    ).toBe(expected);
  });
});

it('the preview of a segment is the one that was made last, because the other one was damaged', () => {
  const both = [preview(0, { length: 1 }), preview(0, { length: 2 })];
  expect(previewAt(both, 100, 4_000)?.length).toBe(2);
  expect(spreadPreviews(both, { startMs: 0, endMs: 4_000, count: 1 })).toEqual([both[1]]);
});

describe('which segments get a preview', () => {
  const taken = (starts: readonly number[], intervalMs: number) => {
    const made: PackedPreview[] = [];
    for (const startMs of starts)
      if (wantsPreview(made, { id: startMs + 1, startMs }, intervalMs)) made.push(preview(startMs));
    return made.map(({ startMs }) => startMs);
  };
  const everyFour = Array.from({ length: 900 }, (_, i) => i * 4_000);

  it('is every one at four seconds, and none twice', () => {
    expect(taken([...everyFour, ...everyFour], 4_000)).toHaveLength(900);
    expect(taken([...everyFour, ...everyFour], 1_000)).toHaveLength(900);
  });

  it.each([8, 10, 30, 60])('is one in %i seconds', (seconds) => {
    const made = taken(everyFour, seconds * 1000);
    expect(made.length).toBe(3_600 / seconds);
    const apart = made.slice(1).map((startMs, i) => startMs - (made[i] ?? 0));
    expect(Math.max(...apart)).toBeLessThanOrEqual(seconds * 1000 + 4_000);
  });
});

describe('previews of a range', () => {
  it('are at most as many as wanted, in order, and of different parts', () => {
    fc.assert(
      fc.property(previews, fc.integer({ min: 1, max: 20 }), (given, count) => {
        const [startMs, endMs] = [1_000_000_000_000, 3_000_000_000_000];
        const spread = spreadPreviews(given, { startMs, endMs, count });
        expect(spread.length).toBeLessThanOrEqual(count);
        const inside = given.filter((one) => one.startMs >= startMs && one.startMs < endMs);
        expect(spread.length > 0).toBe(inside.length > 0);
        expect(spread.map((one) => one.startMs)).toEqual(spread.map((one) => one.startMs).sort((a, b) => a - b));
      }),
    );
  });
});

it('drops the oldest hours until the rest fits, and no more', () => {
  const packs = fc.array(
    fc.record({ hourMs: fc.integer({ min: 0, max: 50 }), bytes: fc.integer({ min: 1, max: 100 }) }),
  );
  fc.assert(
    fc.property(packs, fc.integer({ min: 0, max: 2_000 }), (given, maxBytes) => {
      const gone = new Set(packsOverLimit(given, maxBytes));
      const left = given.filter((one) => !gone.has(one));
      const sum = (some: readonly { bytes: number }[]) => some.reduce((total, { bytes }) => total + bytes, 0);
      expect(sum(left)).toBeLessThanOrEqual(maxBytes);
      for (const one of gone) for (const other of left) expect(one.hourMs).toBeLessThanOrEqual(other.hourMs);
      const newestGone = [...gone].at(-1);
      if (newestGone) expect(sum(left) + newestGone.bytes).toBeGreaterThan(maxBytes);
    }),
  );
});

it('keeps quality and effort within their scales', () => {
  expect([1, 50, 70, 100].map(jpegScale)).toEqual([31, 17, 11, 2]);
  expect(restAfterMs(100, 0.25)).toBe(300);
});
