import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PATIENCE_AT_START_MS, recordsByLastKnownSettings } from './fail-open-start.ts';

const leaseMs = 15_000;
const facts = { heard: 'none', silentMs: PATIENCE_AT_START_MS, leaseMs, hasLastKnownSettings: true } as const;

describe('a recorder that starts while its database is unavailable', () => {
  it.each([
    ['records by its last known settings', facts, true],
    ['first waits a moment for the database', { ...facts, silentMs: PATIENCE_AT_START_MS - 1 }, false],
    ['waits without known settings', { ...facts, silentMs: 1e9, hasLastKnownSettings: false }, false],
    ['waits while another recorder has the lease', { ...facts, heard: 'taken', silentMs: 0 }, false],
    ['still waits when a query after that fails', { ...facts, heard: 'taken' }, false],
    ['waits until that lease expires', { ...facts, heard: 'taken', silentMs: leaseMs - 1 }, false],
    ['records once that lease must have expired', { ...facts, heard: 'taken', silentMs: leaseMs }, true],
    ['also waits that moment after a short lease', { ...facts, heard: 'taken', leaseMs: 1, silentMs: 1_999 }, false],
  ] as const)('%s', (_title, known, expected) => expect(recordsByLastKnownSettings(known)).toBe(expected));

  it('never records during a lease that it knows of, whatever fails in between', () => {
    const moments = fc.array(fc.tuple(fc.nat(3_000), fc.constantFrom('taken', 'fails')), { minLength: 1 });
    fc.assert(
      fc.property(moments, (asked) => {
        let nowMs = 0;
        let takenMs: number | undefined;
        for (const [laterMs, answer] of asked) {
          nowMs += laterMs;
          if (answer === 'taken') takenMs = nowMs;
          const records = recordsByLastKnownSettings({
            heard: takenMs === undefined ? 'none' : 'taken',
            silentMs: nowMs - (takenMs ?? 0),
            leaseMs,
            hasLastKnownSettings: true,
          });
          expect(records).toBe(takenMs === undefined ? nowMs >= PATIENCE_AT_START_MS : nowMs >= takenMs + leaseMs);
        }
      }),
    );
  });
});
