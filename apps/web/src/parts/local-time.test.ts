import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromLocalField, toLocalField } from './local-time.ts';

describe('a field for date and time', () => {
  it('writes the wall clock of the reader', () => {
    expect(toLocalField(new Date(2026, 0, 5, 7, 8, 9))).toBe('2026-01-05T07:08:09');
  });

  it.each(['', '2026', '2026-01-05', '2026-13-45T00:00', 'now', 'T12:00'])('holds no moment with %j', (text) => {
    expect(fromLocalField(text)).toBeUndefined();
  });

  it('reads back what it wrote, to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        const at = new Date(seconds * 1000);
        // The hour that comes twice is written alike; either reading is right.
        expect(toLocalField(fromLocalField(toLocalField(at)) ?? new Date(0))).toBe(toLocalField(at));
      }),
    );
  });
});
