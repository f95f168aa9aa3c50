import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, spanOf, type TimeScale, timeAt, xOf } from './time-scale.ts';
import { initialView, nextView, type Repaint, type ViewEvent, type ViewFacts, type ViewState } from './view-state.ts';

const NOW_MS = Date.UTC(2026, 5, 30);
const HOUR_MS = 3_600_000;
const facts: ViewFacts = { nowMs: NOW_MS, tickMs: 0, isStill: false };
const scale: TimeScale = { startMs: NOW_MS - 10 * HOUR_MS, endMs: NOW_MS - 8 * HOUR_MS, widthPx: 1_000 };
const MIDDLE_MS = NOW_MS - 9 * HOUR_MS;
const yesterday = { ...scale, startMs: scale.startMs - 24 * HOUR_MS, endMs: scale.endMs - 24 * HOUR_MS };

const after = (events: ViewEvent[], more: Partial<ViewFacts> = {}): ViewState =>
  events.reduce((state, event) => nextView(state, event, { ...facts, ...more }).state, initialView(scale));

const show = (to: TimeScale, glides = false): ViewEvent => ({ kind: 'show', scale: to, glides });
const playhead = (atMs: number, follow = false): ViewEvent => ({ kind: 'playhead', atMs, follow });

describe('the view of the timeline', () => {
  it.each<[string, ViewEvent, Repaint]>([
    ['everything for another range', show(yesterday), 'lanes'],
    ['a frame at first for a glide', show(yesterday, true), 'overlay'],
    ['only what moves for the playhead', playhead(MIDDLE_MS + 60_000), 'overlay'],
    ['nothing for a playhead that does not visibly move', playhead(MIDDLE_MS + 1), 'nothing'],
    ['the clock of the playhead each second', playhead(MIDDLE_MS + 1_000), 'overlay'],
    ['only what moves for the pointer', { kind: 'hover', atMs: MIDDLE_MS }, 'overlay'],
    ['only what moves while scrubbing', { kind: 'scrubbing', isScrubbing: true }, 'overlay'],
    ['nothing for the limit of panning', { kind: 'oldest', atMs: 0 }, 'nothing'],
    ['everything for another width', { kind: 'resize', widthPx: 500 }, 'lanes'],
    ['nothing for the same width', { kind: 'resize', widthPx: 1_000 }, 'nothing'],
    ['nothing without a width', { kind: 'resize', widthPx: 0 }, 'nothing'],
    ['nothing for a frame without a glide', { kind: 'frame' }, 'nothing'],
  ])('paints %s', (_title, event, expected) => {
    const before = initialView(scale);
    const { state, repaint } = nextView(before, event, facts);
    expect([repaint, state.scale !== before.scale]).toEqual([expected, expected === 'lanes']);
  });

  it('glides frame by frame, and arrives', () => {
    const started = after([show(yesterday, true)]);
    expect(started.scale).toBe(scale);
    const under = nextView(started, { kind: 'frame' }, { ...facts, tickMs: 100 });
    expect(under.repaint).toBe('lanes');
    expect(under.state.scale.startMs).toBeLessThan(scale.startMs);
    expect(under.state.scale.startMs).toBeGreaterThan(yesterday.startMs);
    const arrived = nextView(under.state, { kind: 'frame' }, { ...facts, tickMs: 220 }).state;
    expect([arrived.scale, arrived.glide]).toEqual([yesterday, undefined]);
  });

  it('does not glide if the user prefers reduced motion, and stops gliding when it is moved by hand', () => {
    expect(after([show(yesterday, true)], { isStill: true })).toMatchObject({ scale: yesterday, glide: undefined });
    expect(after([show(yesterday, true), show(scale)])).toMatchObject({ scale, glide: undefined });
  });

  it('keeps the width of the canvas', () => {
    expect(after([show({ ...yesterday, widthPx: 1 })]).scale.widthPx).toBe(1_000);
  });

  it('shows neither what is older than the limit nor much of the future', () => {
    const longAgo = { ...scale, startMs: 0, endMs: 2 * HOUR_MS };
    const oldestMs = NOW_MS - 366 * 24 * HOUR_MS;
    expect(contains(after([{ kind: 'oldest', atMs: oldestMs }, show(longAgo)]).scale, oldestMs)).toBe(true);
    const future = { ...scale, startMs: NOW_MS + HOUR_MS, endMs: NOW_MS + 3 * HOUR_MS };
    expect(contains(after([show(future)]).scale, NOW_MS)).toBe(true);
  });

  it('zooms around the playhead, otherwise around the middle or a given moment', () => {
    const zoomTo = (state: ViewState, aroundMs?: number) =>
      nextView(state, { kind: 'zoom', factor: 2, aroundMs }, { ...facts, isStill: true }).state.scale;
    const atMs = timeAt(scale, 250);
    expect(xOf(zoomTo(after([playhead(atMs)])), atMs)).toBeCloseTo(250);
    expect(xOf(zoomTo(after([playhead(NOW_MS)])), MIDDLE_MS)).toBeCloseTo(500);
    expect(xOf(zoomTo(after([playhead(NOW_MS)]), atMs), atMs)).toBeCloseTo(250);
  });

  it('zooms further from where the previous step leads', () => {
    const zoom: ViewEvent = { kind: 'zoom', factor: 2, aroundMs: undefined };
    const { glide } = after([zoom, zoom]);
    expect(glide && spanOf(glide.to)).toBeCloseTo(spanOf(scale) / 4);
  });

  it.each<[string, ViewEvent[], boolean]>([
    ['follows a playhead that leaves it', [playhead(timeAt(scale, 980), true)], true],
    ['does not follow one that is still inside', [playhead(timeAt(scale, 960), true)], false],
    ['does not follow one that was moved', [playhead(timeAt(scale, 980))], false],
    ['does not follow one that was out of view', [playhead(NOW_MS), playhead(NOW_MS + 1_000, true)], false],
  ])('%s', (_title, events, expected) => {
    const { glide, playheadMs } = after(events);
    expect(glide !== undefined).toBe(expected);
    if (glide) expect(xOf(glide.to, playheadMs)).toBeCloseTo(300);
  });

  it('does not follow while it glides elsewhere', () => {
    expect(after([show(yesterday, true), playhead(timeAt(scale, 980), true)]).glide?.to).toEqual(yesterday);
  });

  it('keeps the playhead in its place when the width changes', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 4_000 }), (share, widthPx) => {
        const atMs = scale.startMs + share * spanOf(scale);
        const resized = after([playhead(atMs), { kind: 'resize', widthPx }]).scale;
        expect(resized.widthPx).toBe(widthPx);
        expect(spanOf(resized)).toBeCloseTo(spanOf(scale));
        expect(xOf(resized, atMs) / widthPx).toBeCloseTo(share);
      }),
    );
  });
});

describe('after any events', () => {
  const moments = fc.integer({ min: NOW_MS - 400 * 24 * HOUR_MS, max: NOW_MS + 24 * HOUR_MS });
  const events: fc.Arbitrary<ViewEvent> = fc.oneof(
    fc
      .tuple(moments, fc.integer({ min: 4_000, max: 32 * 24 * HOUR_MS }), fc.boolean())
      .map(([startMs, spanMs, glides]) => show({ startMs, endMs: startMs + spanMs, widthPx: 700 }, glides)),
    fc.record({
      kind: fc.constant('zoom' as const),
      factor: fc.double({ min: 0.01, max: 100, noNaN: true }),
      aroundMs: fc.option(moments, { nil: undefined }),
    }),
    fc.tuple(moments, fc.boolean()).map(([atMs, follow]) => playhead(atMs, follow)),
    fc.record({ kind: fc.constant('resize' as const), widthPx: fc.integer({ min: 0, max: 4_000 }) }),
    fc.constant<ViewEvent>({ kind: 'frame' }),
  );

  it('the view is a range of time with a width, and it is painted again exactly when it has changed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(events, fc.integer({ min: 0, max: 300 })), { maxLength: 30 }), (steps) => {
        let state = initialView(scale);
        let tickMs = 0;
        for (const [event, passedMs] of steps) {
          tickMs += passedMs;
          const step = nextView(state, event, { ...facts, tickMs });
          expect(step.state.scale !== state.scale).toBe(step.repaint === 'lanes');
          if (step.state.glide && !state.glide) expect(step.repaint).not.toBe('nothing');
          state = step.state;
          expect(spanOf(state.scale)).toBeGreaterThan(0);
          expect(state.scale.widthPx).toBeGreaterThan(0);
        }
      }),
    );
  });
});
