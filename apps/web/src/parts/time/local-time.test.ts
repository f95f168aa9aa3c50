import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromLocalField, toLocalField } from './local-time.ts';

describe('a field for date and time', () => {
  it('shows local time', () => {
    expect(toLocalField(new Date(2026, 0, 5, 7, 8, 9))).toBe('2026-01-05T07:08:09');
  });

  it.each(['', '2026', '2026-01-05', '2026-13-45T00:00', 'now', 'T12:00'])('is invalid with %j', (text) => {
    expect(fromLocalField(text)).toBeUndefined();
  });

  it('round-trips to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        const at = new Date(seconds * 1000);
        // Times in a repeated hour are ambiguous; either is right.
        expect(toLocalField(fromLocalField(toLocalField(at)) ?? new Date(0))).toBe(toLocalField(at));
      }),
    );
  });
});
