import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PATIENCE_AT_START_MS, recordsFromMemory } from './fail-open-start.ts';

const leaseMs = 15_000;
const facts = { heard: 'none', silentMs: PATIENCE_AT_START_MS, leaseMs, remembersCameras: true } as const;

describe('a recorder that starts while its database is away', () => {
  it.each([
    ['records what it last knew', facts, true],
    ['gives the database a moment', { ...facts, silentMs: PATIENCE_AT_START_MS - 1 }, false],
    ['waits when it knows nothing', { ...facts, silentMs: 1e9, remembersCameras: false }, false],
    ['waits while another recorder has the lease', { ...facts, heard: 'taken', silentMs: 0 }, false],
    ['still waits when one question after that fails', { ...facts, heard: 'taken' }, false],
    ['waits to the last moment of that lease', { ...facts, heard: 'taken', silentMs: leaseMs - 1 }, false],
    ['records when that lease can have run out', { ...facts, heard: 'taken', silentMs: leaseMs }, true],
    ['gives its moment after a short lease too', { ...facts, heard: 'taken', leaseMs: 1, silentMs: 1_999 }, false],
  ] as const)('%s', (_title, known, expected) => expect(recordsFromMemory(known)).toBe(expected));

  it('never records beside a lease that it was told of, whatever fails in between', () => {
    const moments = fc.array(fc.tuple(fc.nat(3_000), fc.constantFrom('taken', 'fails')), { minLength: 1 });
    fc.assert(
      fc.property(moments, (asked) => {
        let nowMs = 0;
        let heardMs: number | undefined;
        for (const [laterMs, said] of asked) {
          nowMs += laterMs;
          if (said === 'taken') heardMs = nowMs;
          const records = recordsFromMemory({
            heard: heardMs === undefined ? 'none' : 'taken',
            silentMs: nowMs - (heardMs ?? 0),
            leaseMs,
            remembersCameras: true,
          });
          expect(records).toBe(heardMs === undefined ? nowMs >= PATIENCE_AT_START_MS : nowMs >= heardMs + leaseMs);
        }
      }),
    );
  });
});
