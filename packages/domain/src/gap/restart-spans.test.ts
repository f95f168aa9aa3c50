import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainCamera } from './camera-ledger.ts';
import { MAX_RESTART_MS, restartSpans } from './restart-spans.ts';

const session = (startMs: number, endMs: number, restart = false) => ({ startMs, endMs, restart });
const LATER = 1e9;

describe('a requested restart', () => {
  it.each([
    ['until the next session has its pictures', [session(0, 100, true), session(3_000, LATER)], [[100, 18_000]]],
    ['but a crash is none', [session(0, 100), session(3_000, LATER)], []],
    ['no longer than a restart takes', [session(0, 100, true), session(500_000, LATER)], [[100, 100 + MAX_RESTART_MS]]],
    ['also while the next one is awaited', [session(0, 100, true)], [[100, 100 + MAX_RESTART_MS]]],
    [
      'each of several',
      [session(0, 100, true), session(2_000, 40_000, true), session(41_000, LATER)],
      [
        [100, 17_000],
        [40_000, 56_000],
      ],
    ],
  ] as const)('explains the gap %s', (_title, sessions, expected) => {
    expect(restartSpans(sessions, LATER).map(({ startMs, endMs }) => [startMs, endMs])).toEqual(expected);
  });

  it('explains nothing before it began or after now, for any sessions', () => {
    const any = fc.record({ startMs: fc.nat(1_000_000), endMs: fc.nat(1_000_000), restart: fc.boolean() });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), fc.nat(1_000_000), (sessions, nowMs) => {
        const spans = restartSpans(sessions, nowMs);
        expect(spans).toHaveLength(sessions.filter(({ restart }) => restart).length);
        for (const { startMs, endMs } of spans) {
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          expect(endMs).toBeLessThanOrEqual(Math.max(startMs, Math.min(nowMs, startMs + MAX_RESTART_MS)));
        }
      }),
    );
  });

  it('is named in the timeline, and neither an absent recorder nor an offline camera; footage counts all the same', () => {
    const sessions = [session(0, 1_000, true), session(4_000, LATER)];
    const entries = explainCamera({
      window: { startMs: 0, endMs: 100_000 },
      recorded: [
        { startMs: 0, endMs: 1_200 },
        { startMs: 6_000, endMs: 100_000 },
      ],
      states: [{ stream: 'main', startMs: 4_000, endMs: 6_000, reason: 'offline' }],
      deletions: [],
      recorderAlive: sessions,
      recorderRestarts: restartSpans(sessions, LATER),
      addedAtMs: 0,
    });
    expect(entries.map((entry) => [entry.kind === 'gap' ? entry.reason : 'recorded', entry.startMs])).toEqual([
      ['recorded', 0],
      ['restart', 1_200],
      ['recorded', 6_000],
    ]);
  });
});
