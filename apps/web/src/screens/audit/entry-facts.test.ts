import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryFacts } from './entry-facts.ts';

describe('the fields of an entry', () => {
  it('lists changed fields, without values that are ids or were not recorded, and without what follows from others', () => {
    const changes = {
      live_retention_hours: [48, 24],
      role_id: ['a', 'b'],
      camera_ids: [['a'], []],
      quiet_days: ['1111111', '1111100'],
      schedule: [null, ['0'.repeat(24)]],
      password: null,
      has_secret: [false, true],
    };
    expect(entryFacts({ changes }).changes).toEqual([
      { field: 'live_retention_hours', values: { from: 48, to: 24 } },
      { field: 'role_id', values: null },
      { field: 'camera_ids', values: null },
      { field: 'quiet_days', values: { from: '1111111', to: '1111100' } },
      { field: 'schedule', values: null },
      { field: 'password', values: null },
    ]);
  });

  it('counts the fields beyond the first six', () => {
    const changes = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`f${i}`, [0, 1]]));
    expect(entryFacts({ changes })).toMatchObject({ hidden: 3 });
  });

  it('has what was set for many cameras', () =>
    expect(entryFacts({ settings: { enabled: false } }).settings).toEqual([{ field: 'enabled', to: false }]));

  it('has a range only if both ends are moments', () => {
    expect(entryFacts({ start: '2026-01-01T00:00:00Z', end: '2026-01-01T01:00:00Z' }).range).toBeDefined();
    expect(entryFacts({ start: '2026-01-01T00:00:00Z', end: 'later' }).range).toBeUndefined();
  });

  it('has where the playing of footage began, if it was recorded', () => {
    expect(entryFacts({ first: '2026-01-01T00:00:02Z' }).first).toBe('2026-01-01T00:00:02Z');
    for (const first of [undefined, 'soon', 7]) expect(entryFacts({ first }).first).toBeUndefined();
  });

  it('never fails, whatever the details are', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('changes', 'start', 'end', 'first', 'footage', 'settings', 'more'),
          fc.anything(),
        ),
        (details) => {
          entryFacts(details);
        },
      ),
    );
  });
});
