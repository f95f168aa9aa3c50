import { describe, expect, it } from 'vitest';
import { toLocalField } from '../parts/time/local-time.ts';
import { readRange } from './read-range.ts';

const HOUR_MS = 3_600_000;
const at = (hour: number) => new Date(2026, 5, 1, hour);
const typed = (from: number, to: number) => ({ start: toLocalField(at(from)), end: toLocalField(at(to)) });

describe('a typed range', () => {
  it('is between two local times', () => {
    expect(readRange(typed(1, 2), HOUR_MS)).toEqual({
      kind: 'ok',
      start: at(1).toISOString(),
      end: at(2).toISOString(),
    });
  });

  it('is exactly the initial range if nothing was typed', () => {
    const begun = { start: '2026-10-25T01:30:00.345Z', end: '2026-10-25T01:40:00.678Z' };
    const shown = { start: toLocalField(new Date(begun.start)), end: toLocalField(new Date(begun.end)) };
    expect(readRange(shown, HOUR_MS, begun)).toEqual({ kind: 'ok', ...begun });
    const changed = { ...shown, end: toLocalField(new Date('2026-10-25T01:45:00Z')) };
    expect(readRange(changed, 24 * HOUR_MS, begun)).toMatchObject({ start: begun.start });
  });

  it.each([
    [{ start: '', end: '' }, 'start', 'needed'],
    [{ ...typed(1, 2), end: '' }, 'end', 'needed'],
    [typed(2, 1), 'end', 'reversed'],
    [typed(1, 1), 'end', 'reversed'],
    [typed(1, 4), 'end', 'too-long'],
  ])('%j is invalid', (range, field, fault) => {
    expect(readRange(range, 2 * HOUR_MS)).toEqual({ kind: 'invalid', field, fault });
  });
});
