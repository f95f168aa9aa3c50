import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CameraFacts, explainCamera } from './camera-ledger.ts';
import { coarsenGaps } from './coarsen-gaps.ts';
import type { LedgerEntry } from './explain-window.ts';
import { GAP_REASONS } from './gap-reason.ts';

const window = { startMs: 0, endMs: 100 };
const alive = [window];
const facts: CameraFacts = {
  window,
  recorded: [],
  states: [],
  deletions: [],
  recorderAlive: alive,
  addedAtMs: 0,
};
const reasons = (entries: readonly LedgerEntry[]) =>
  entries.map((entry) => [entry.kind === 'gap' ? entry.reason : 'recorded', entry.startMs, entry.endMs]);

describe('why a camera has no footage', () => {
  it('counts as recorded while any of its streams is', () => {
    const offline = { stream: 'main' as const, startMs: 0, endMs: null, reason: 'offline' as const };
    expect(reasons(explainCamera({ ...facts, recorded: [{ startMs: 20, endMs: 40 }], states: [offline] }))).toEqual([
      ['offline', 0, 20],
      ['recorded', 20, 40],
      ['offline', 40, 100],
    ]);
  });

  it('is not "off" because of a disabled stream while another should record', () => {
    const states: CameraFacts['states'] = [
      { stream: 'sub', startMs: 0, endMs: null, reason: 'off' },
      { stream: 'main', startMs: 0, endMs: 50, reason: 'offline' },
      { stream: 'main', startMs: 50, endMs: 70, reason: null },
      { stream: 'main', startMs: 70, endMs: null, reason: 'off' },
    ];
    expect(reasons(explainCamera({ ...facts, states }))).toEqual([
      ['offline', 0, 50],
      ['stalled', 50, 70],
      ['off', 70, 100],
    ]);
  });

  it('is that the recorder was down, whatever states it left behind', () => {
    const states: CameraFacts['states'] = [{ stream: 'main', startMs: 0, endMs: null, reason: 'offline' }];
    expect(reasons(explainCamera({ ...facts, states, recorderAlive: [{ startMs: 0, endMs: 30 }] }))).toEqual([
      ['offline', 0, 30],
      ['recorder_down', 30, 100],
    ]);
  });

  it('is that footage was deleted, even while the recorder is down; nothing before the camera was added', () => {
    expect(
      reasons(
        explainCamera({
          ...facts,
          addedAtMs: 20,
          recorderAlive: [],
          deletions: [{ startMs: 30, endMs: 60, reason: 'retention' }],
        }),
      ),
    ).toEqual([
      ['recorder_down', 20, 30],
      ['retention', 30, 60],
      ['recorder_down', 60, 100],
    ]);
  });
});

describe('footage that was lost with its disk', () => {
  it('had been recorded, so the recorder was not down, whatever its heartbeats show', () => {
    expect(
      reasons(
        explainCamera({
          ...facts,
          states: [{ stream: 'main', startMs: 0, endMs: null, reason: 'offline' }],
          recorderAlive: [{ startMs: 0, endMs: 30 }],
          deletions: [{ startMs: 10, endMs: 60, reason: 'vanished' }],
        }),
      ),
    ).toEqual([
      ['offline', 0, 10],
      ['vanished', 10, 60],
      ['recorder_down', 60, 100],
    ]);
  });
});

describe('a coarse ledger', () => {
  const lengths = fc.array(
    fc.record({ lengthMs: fc.integer({ min: 1, max: 30 }), reason: fc.constantFrom(...GAP_REASONS, undefined) }),
    { maxLength: 30 },
  );
  const ledgerOf = (parts: { lengthMs: number; reason: (typeof GAP_REASONS)[number] | undefined }[]) => {
    let at = 0;
    return parts.map(({ lengthMs, reason }): LedgerEntry => {
      const span = { startMs: at, endMs: at + lengthMs };
      at = span.endMs;
      return reason === undefined ? { kind: 'recorded', ...span } : { kind: 'gap', reason, ...span };
    });
  };

  it('covers the same time and footage, without adjacent gaps below the resolution', () => {
    fc.assert(
      fc.property(lengths, fc.nat(40), (parts, resolutionMs) => {
        const exact = ledgerOf(parts);
        const coarse = coarsenGaps(exact, resolutionMs);
        expect(coarse.map(({ startMs }) => startMs).slice(1)).toEqual(coarse.map(({ endMs }) => endMs).slice(0, -1));
        expect([coarse[0]?.startMs, coarse.at(-1)?.endMs]).toEqual([exact[0]?.startMs, exact.at(-1)?.endMs]);
        const recorded = (entries: LedgerEntry[]) => entries.filter(({ kind }) => kind === 'recorded');
        expect(recorded(coarse)).toEqual(recorded(exact));
        coarse.forEach((entry, i) => {
          const next = coarse[i + 1];
          if (entry.kind !== 'gap' || next?.kind !== 'gap') return;
          expect(Math.min(entry.endMs - entry.startMs, next.endMs - next.startMs)).toBeGreaterThanOrEqual(resolutionMs);
          expect(entry.reason).not.toBe(next.reason);
        });
      }),
    );
  });

  it('has nothing to explain before the camera was added, unless there was footage already', () => {
    expect(reasons(explainCamera({ ...facts, addedAtMs: 60, recorded: [{ startMs: 70, endMs: 100 }] }))).toEqual([
      ['stalled', 60, 70],
      ['recorded', 70, 100],
    ]);
    expect(reasons(explainCamera({ ...facts, addedAtMs: 60, recorded: [{ startMs: 20, endMs: 40 }] }))).toEqual([
      ['recorded', 20, 40],
      ['off', 40, 60],
      ['stalled', 60, 100],
    ]);
    expect(explainCamera({ ...facts, addedAtMs: 500 })).toEqual([]);
  });
});
