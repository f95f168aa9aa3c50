import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HubSpan } from '../api/queries.ts';
import { historyOf, isCompleteUntil, stateAt } from './history-at.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const span = (start: number, end: number | null, value: string, entity_id = 'binary_sensor.gate'): HubSpan => ({
  entity_id,
  start: iso(start),
  end: end === null ? null : iso(end),
  kind: value.startsWith('?') ? 'unknown' : 'known',
  state: value.startsWith('?') ? null : value,
  reason: value.startsWith('?') ? value.slice(1) : null,
});
const GATE = 'binary_sensor.gate';
const at = (spans: HubSpan[], atMs: number, knownUntilMs = Number.POSITIVE_INFINITY) =>
  stateAt({ spans, knownUntilMs }, GATE, atMs);

describe('the state at a moment', () => {
  const day = [span(100, 200, 'off'), span(200, 300, 'on'), span(300, 400, '?hub-down'), span(500, null, 'off')];

  it.each([
    [99, { kind: 'unknown', reason: 'not-recorded' }],
    [100, { kind: 'known', value: 'off', unit: null, sinceMs: 100 }],
    [199, { kind: 'known', value: 'off', unit: null, sinceMs: 100 }],
    [200, { kind: 'known', value: 'on', unit: null, sinceMs: 200 }],
    [300, { kind: 'unknown', reason: 'hub-down' }],
    [400, { kind: 'unknown', reason: 'not-recorded' }],
    [500, { kind: 'known', value: 'off', unit: null, sinceMs: 500 }],
    [9_999, { kind: 'known', value: 'off', unit: null, sinceMs: 500 }],
  ])('%s ms is %j', (atMs, expected) => expect(at(day, atMs)).toEqual(expected));

  it('is unknown after the time up to which it was loaded', () => {
    expect(at(day, 600, 599)).toEqual({ kind: 'unknown', reason: 'loading' });
    expect(at(day, 599, 599).kind).toBe('known');
  });

  it('is known as far as the server reports by its own clock', () => {
    const reply = { items: day, truncated: false, known_until: iso(550) };
    expect(stateAt(historyOf(reply), GATE, 550).kind).toBe('known');
    expect(stateAt(historyOf(reply), GATE, 551)).toEqual({ kind: 'unknown', reason: 'loading' });
    expect([isCompleteUntil(reply, 550), isCompleteUntil(reply, 551), isCompleteUntil(undefined, 0)]).toEqual([
      true,
      false,
      false,
    ]);
    // The last span of a list that was cut off may have been followed by others.
    expect(stateAt(historyOf({ ...reply, truncated: true }), GATE, 510).kind).toBe('unknown');
  });

  it('lasts across spans that follow each other, and not across a gap', () => {
    expect(at([span(0, 100, 'on'), span(100, 200, 'on')], 150)).toMatchObject({ sinceMs: 0 });
    expect(at([span(0, 100, 'on'), span(101, 200, 'on')], 150)).toMatchObject({ sinceMs: 101 });
    expect(at([span(0, 100, 'off'), span(100, 200, 'on')], 150)).toMatchObject({ sinceMs: 100 });
  });

  it('is that of its own entity', () =>
    expect(at([span(0, null, 'on', 'binary_sensor.other')], 5).kind).toBe('unknown'));

  it('agrees with looking at every millisecond', () => {
    const piece = fc.record({
      length: fc.integer({ min: 1, max: 5 }),
      pause: fc.integer({ min: 0, max: 2 }),
      value: fc.constantFrom('on', 'off', '?hub-down', '?unavailable'),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const shown: (string | undefined)[] = [];
        const spans = pieces.map(({ length, pause, value }) => {
          for (let i = 0; i < pause; i += 1) shown.push(undefined);
          const start = shown.length;
          for (let i = 0; i < length; i += 1) shown.push(value);
          return span(start, shown.length, value);
        });
        shown.push(undefined);
        shown.forEach((value, ms) => {
          const state = at(spans, ms);
          if (value === undefined) expect(state).toEqual({ kind: 'unknown', reason: 'not-recorded' });
          else if (value.startsWith('?')) expect(state).toEqual({ kind: 'unknown', reason: value.slice(1) });
          else {
            let since = ms;
            while (shown[since - 1] === value) since -= 1;
            expect(state).toEqual({ kind: 'known', value, unit: null, sinceMs: since });
          }
        });
      }),
    );
  });
});
