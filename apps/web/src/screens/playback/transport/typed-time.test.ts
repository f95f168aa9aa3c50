import { createZone } from '@holdfast/ui';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedTime } from './typed-time.ts';

const zone = createZone('Europe/Berlin');
/** 17 November 2026, 10:00 in Berlin. */
const nowMs = Date.UTC(2026, 10, 17, 9);
const at = (text: string, shownMs = nowMs) => {
  const ms = typedTime(text, { zone, shownMs, nowMs });
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe('a typed time', () => {
  it.each([
    ['9:30', '2026-11-17T08:30:00.000Z'],
    ['09:30:15', '2026-11-17T08:30:15.000Z'],
    ['9.30', '2026-11-17T08:30:00.000Z'],
    ['7 am', '2026-11-17T06:00:00.000Z'],
    ['12:15 a.m.', '2026-11-16T23:15:00.000Z'],
    ['16.11. 14:30', '2026-11-16T13:30:00.000Z'],
    ['16.11.2025, 14:30', '2025-11-16T13:30:00.000Z'],
    ['2026-11-16 14:30', '2026-11-16T13:30:00.000Z'],
    ['2026-07-01T14:30', '2026-07-01T12:30:00.000Z'],
  ])('%j is parsed', (text, expected) => expect(at(text)).toBe(expected));

  it('is on the displayed day, or the day before if it would be in the future', () => {
    expect(at('14:30', nowMs - 3 * 86_400_000)).toBe('2026-11-14T13:30:00.000Z');
    expect(at('14:30')).toBe('2026-11-16T13:30:00.000Z');
  });

  it.each(['', 'noon', '25:00', '9:61', '13 pm', '0 am', '14', '30.2. 10:00', '2026-13-01 10:00', '2027-01-01 10:00'])(
    '%j is invalid',
    (text) => expect(at(text)).toBeUndefined(),
  );

  it('is never in the future', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 24 }), (text) => {
        const ms = typedTime(text, { zone, shownMs: nowMs, nowMs });
        expect(ms === undefined || ms <= nowMs).toBe(true);
      }),
    );
  });
});
