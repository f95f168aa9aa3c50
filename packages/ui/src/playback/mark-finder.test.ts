import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, emptyLane, type LaneData, type Span } from '../timeline/lane.ts';
import type { MarkKind, TimelineMark } from '../timeline/mark.ts';
import type { TileRequest } from '../timeline/tile-store.ts';
import { FINDER_PARTS, type FindMarks, findMark, findMarkOrMotion } from './mark-finder.ts';

const NOW_MS = Date.UTC(2026, 5, 30);
const mark = (startMs: number, kind: MarkKind = 'detection'): TimelineMark => ({
  id: String(startMs),
  kind,
  cameraId: 'gate',
  startMs,
  endMs: startMs,
  text: '',
});

/** As the server answers: of each kind the newest in each part. */
const serverWith =
  (marks: readonly TimelineMark[]): FindMarks =>
  async ({ startMs, endMs }: Span) => {
    const partMs = (endMs - startMs) / FINDER_PARTS;
    const newest = new Map<string, TimelineMark>();
    for (const one of marks) {
      if (one.startMs < startMs || one.startMs >= endMs) continue;
      const key = `${one.kind} ${Math.floor((one.startMs - startMs) / partMs)}`;
      if ((newest.get(key)?.startMs ?? 0) <= one.startMs) newest.set(key, one);
    }
    return [...newest.values()];
  };

describe('a jump to the next or previous mark', () => {
  it('passes marks of other kinds', async () => {
    const find = serverWith([mark(NOW_MS - 50_000, 'opening'), mark(NOW_MS - 40_000)]);
    const facts = { atMs: NOW_MS - 60_000, nowMs: NOW_MS, direction: 'next' as const };
    expect(await findMark(find, { ...facts, kind: 'detection' })).toBe(NOW_MS - 40_000);
    expect(await findMark(find, { ...facts, kind: 'opening' })).toBe(NOW_MS - 50_000);
    expect(await findMark(find, { ...facts, kind: 'plate' })).toBeUndefined();
  });

  it('finds what a slow search through all marks finds, within a second', async () => {
    const agoMs = fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 200 * 86_400_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(agoMs, { maxLength: 40 }), agoMs, async (all, at) => {
        const starts = all.map((ms) => NOW_MS - ms - 1);
        const find = serverWith(starts.map((ms) => mark(ms)));
        const atMs = NOW_MS - at - 1;
        const facts = { kind: 'detection' as const, atMs, nowMs: NOW_MS };
        const next = starts.filter((ms) => ms >= atMs + 500 && ms < NOW_MS);
        const previous = starts.filter((ms) => ms < atMs - 2_000);
        const found = await findMark(find, { ...facts, direction: 'next' });
        if (next.length === 0) expect(found).toBeUndefined();
        else expect((found ?? 0) - Math.min(...next)).toBeLessThanOrEqual(1_000);
        expect(await findMark(find, { ...facts, direction: 'previous' })).toBe(
          previous.length === 0 ? undefined : Math.max(...previous),
        );
      }),
    );
  });
});

describe('a jump to the next or previous motion', () => {
  const seconds = (...starts: number[]): Span[] =>
    starts.map((at) => ({ startMs: NOW_MS + at * 1_000, endMs: NOW_MS + (at + 1) * 1_000 }));
  const lanes = new Map<string, LaneData>([
    // Moves all the time.
    ['street', { ...emptyLane, motion: [{ startMs: NOW_MS - 86_400_000, endMs: NOW_MS }] }],
    ['gate', { ...emptyLane, runs: seconds(-500), motion: seconds(-900, -300, -100) }],
  ]);
  const loadLanes = async ({ cameraIds, ...range }: TileRequest) =>
    new Map(
      cameraIds.map((id) => [id, { ...emptyLane, ...lanes.get(id), motion: clip(lanes.get(id)?.motion ?? [], range) }]),
    );
  const at = (second: number, direction: 'next' | 'previous') => ({
    atMs: NOW_MS + second * 1_000,
    nowMs: NOW_MS,
    direction,
  });

  const loadMarks = async (range: Span) => serverWith([mark(NOW_MS - 200_000)])(range);
  const find = (kind: MarkKind | 'motion', cameraIds: string[], facts: ReturnType<typeof at>) =>
    findMarkOrMotion({ loadLanes, loadMarks }, { kind, cameraIds, ...facts });

  it.each([
    ['next', -600, -300],
    ['previous', -600, -900],
    ['next', -50, undefined],
  ] as const)('finds the %s one from %i s, if another camera moves all the time', async (direction, from, expected) => {
    const found = await find('motion', ['street', 'gate'], at(from, direction));
    expect(found).toBe(expected === undefined ? undefined : NOW_MS + expected * 1_000);
  });

  it('is not confused with a mark', async () => {
    expect(await find('detection', ['gate'], at(-600, 'next'))).toBe(NOW_MS - 200_000);
  });

  it('asks only for these cameras', async () => {
    expect(await find('motion', ['street'], at(-600, 'next'))).toBeUndefined();
  });
});
