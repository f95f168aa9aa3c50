import { describe, expect, it } from 'vitest';
import { type EntityState, entityState, isSameState } from './entity-state.ts';

describe('the state of an entity', () => {
  it.each([
    ['on', 'known'],
    ['off', 'known'],
    ['2026-11-17T10:00:00+00:00', 'known'],
    ['unavailable', 'unavailable'],
    ['unknown', 'no-value'],
    ['', 'no-value'],
  ])('%j is %s', (state, expected) => {
    const read = entityState({ state, changedMs: 7 });
    expect(read.kind === 'known' ? read.kind : read.reason).toBe(expected);
    expect(read.sinceMs).toBe(7);
  });

  it('is missing when the hub has no such entity, and never off', () =>
    expect(entityState(undefined)).toEqual({ kind: 'unknown', reason: 'missing', sinceMs: null }));

  it('is the same when only its time differs', () => {
    const known = (value: string, sinceMs: number): EntityState => ({ kind: 'known', value, sinceMs });
    const unknown: EntityState = { kind: 'unknown', reason: 'missing', sinceMs: null };
    expect(isSameState(known('on', 1), known('on', 2))).toBe(true);
    expect(isSameState(known('on', 1), known('off', 1))).toBe(false);
    expect(isSameState(known('on', 1), unknown)).toBe(false);
    expect(isSameState(unknown, known('on', 1))).toBe(false);
    expect(isSameState(unknown, { ...unknown, sinceMs: 9 })).toBe(true);
  });
});
