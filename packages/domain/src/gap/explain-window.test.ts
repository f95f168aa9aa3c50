import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval } from '../time/interval.ts';
import { explainWindow, type LedgerFacts } from './explain-window.ts';
import type { GapCause } from './gap-cause.ts';
import { GAP_REASONS } from './gap-reason.ts';

const SPAN = 60;
const window = { startMs: 0, endMs: SPAN };
const nothing: LedgerFacts = { window, recorded: [], causes: [], recorderAlive: [] };

const interval = fc.record({
  startMs: fc.integer({ min: -5, max: SPAN }),
  endMs: fc.integer({ min: -5, max: SPAN + 5 }),
});
const cause: fc.Arbitrary<GapCause> = fc.record({
  reason: fc.constantFrom(...GAP_REASONS),
  startMs: fc.integer({ min: -5, max: SPAN }),
  endMs: fc.option(fc.integer({ min: -5, max: SPAN + 5 })),
});
const facts: fc.Arbitrary<LedgerFacts> = fc.record({
  window: fc.record({ startMs: fc.nat(20), endMs: fc.integer({ min: 20, max: SPAN }) }),
  recorded: fc.array(interval, { maxLength: 6 }),
  causes: fc.array(cause, { maxLength: 8 }),
  recorderAlive: fc.array(interval, { maxLength: 3 }),
});

const holdsAt = (ms: number) => (one: Interval) => one.startMs <= ms && ms < one.endMs;

/** The reference: evaluates each millisecond separately. */
function explainMs({ recorded, causes, recorderAlive }: LedgerFacts, ms: number): string {
  if (recorded.some(holdsAt(ms))) return 'recorded';
  const known = causes.filter(({ startMs, endMs }) => startMs <= ms && (endMs === null || ms < endMs));
  const strongest = GAP_REASONS.find((reason) => known.some((one) => one.reason === reason));
  return strongest ?? (recorderAlive.some(holdsAt(ms)) ? 'stalled' : 'recorder_down');
}

describe('the gap ledger', () => {
  it('covers every millisecond exactly once, like the reference', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const entries = explainWindow(given);
        let at = given.window.startMs;
        for (const entry of entries) {
          expect(entry.startMs).toBe(at);
          expect(entry.endMs).toBeGreaterThan(at);
          for (; at < entry.endMs; at += 1) {
            expect(entry.kind === 'recorded' ? 'recorded' : entry.reason).toBe(explainMs(given, at));
          }
        }
        expect(at).toBe(given.window.endMs);
      }),
      { numRuns: 150 },
    );
  });

  it('merges equal neighbours', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const names = explainWindow(given).map((entry) => (entry.kind === 'recorded' ? 'recorded' : entry.reason));
        for (const [i, name] of names.entries()) expect(name).not.toBe(names[i + 1]);
      }),
    );
  });

  it.each(GAP_REASONS.map((reason, rank) => [reason, GAP_REASONS.slice(rank)] as const))(
    '%s outranks all weaker reasons',
    (reason, weaker) => {
      const causes = weaker.toReversed().map((one): GapCause => ({ reason: one, startMs: 0, endMs: null }));
      expect(explainWindow({ ...nothing, causes })).toEqual([{ kind: 'gap', reason, ...window }]);
    },
  );

  it('falls back to recorder_down without a recorder, and to stalled with one', () => {
    expect(explainWindow({ ...nothing, recorderAlive: [{ startMs: 20, endMs: 40 }] })).toEqual([
      { kind: 'gap', reason: 'recorder_down', startMs: 0, endMs: 20 },
      { kind: 'gap', reason: 'stalled', startMs: 20, endMs: 40 },
      { kind: 'gap', reason: 'recorder_down', startMs: 40, endMs: 60 },
    ]);
  });

  it('explains deleted footage by its deletion', () => {
    const causes: GapCause[] = [
      { reason: 'retention', startMs: 0, endMs: 30 },
      { reason: 'offline', startMs: 10, endMs: 50 },
    ];
    expect(explainWindow({ ...nothing, causes, recorded: [{ startMs: 50, endMs: 60 }] })).toEqual([
      { kind: 'gap', reason: 'retention', startMs: 0, endMs: 30 },
      { kind: 'gap', reason: 'offline', startMs: 30, endMs: 50 },
      { kind: 'recorded', startMs: 50, endMs: 60 },
    ]);
  });

  it('is empty for an empty window', () => {
    expect(explainWindow({ ...nothing, window: { startMs: 5, endMs: 5 } })).toEqual([]);
  });
});
