import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval } from '../time/interval.ts';
import { type ObservedStream, type Outage, watchOutage } from './outage.ts';
import { streamStates } from './stream.ts';

const calm = { upMs: 3_600_000, bootGraceMs: 180_000 };

const noFootage = { endMs: null, holes: [] };

/**
 * Runs a camera with one stream through `[second, state]` steps; returns the reports, with their second. It has footage of
 * exactly the times in which it is recording.
 */
function story(steps: readonly (readonly [number, ObservedStream['state']])[], grace = calm) {
  let outage: Outage | undefined;
  const reports: [number, string][] = [];
  const holes: Interval[] = [];
  let endMs: number | null = null;
  let wasRecording = false;
  for (const [second, state] of steps) {
    const nowMs = second * 1000;
    const isRecording = state === 'recording';
    if (wasRecording) endMs = nowMs;
    else if (isRecording) holes.push({ startMs: endMs ?? Number.NEGATIVE_INFINITY, endMs: nowMs });
    if (isRecording) endMs = nowMs + 1;
    wasRecording = isRecording;
    const streams = [{ state, sinceMs: nowMs, footage: { endMs, holes } }];
    const news = watchOutage(outage, { streams, nowMs, ...grace });
    outage = news.outage;
    for (const alarm of news.away) reports.push([second, alarm]);
    if (news.back) reports.push([second, `back after ${news.back.outageMs / 1000}`]);
  }
  return reports;
}

describe('the end of an outage', () => {
  const open: Outage = { sinceMs: 10_000, raised: ['stream_no_segments'], wasOffline: false };
  const endOf = (stream: Partial<ObservedStream> & Pick<ObservedStream, 'footage'>, nowMs = 60_000) =>
    watchOutage(open, { streams: [{ state: 'recording', sinceMs: 40_000, ...stream }], nowMs, ...calm });

  it('is reported when there is footage of it, not when the camera answers', () => {
    const early = endOf({ footage: { endMs: 12_000, holes: [] } }, 41_000);
    expect(early).toEqual({ outage: open, away: [], back: undefined });
    expect(endOf({ footage: noFootage }).back).toBeUndefined();
  });

  it.each([
    ['all of the time', [{ startMs: 12_000, endMs: 42_000 }], { sinceMs: 12_000, outageMs: 30_000 }],
    ['what the camera did not send later', [{ startMs: 12_000, endMs: 25_000 }], { sinceMs: 12_000, outageMs: 13_000 }],
    ['nothing if the camera sent all of it later', [], { sinceMs: 10_000, outageMs: 0 }],
    [
      'the sum if it recorded in between',
      [
        { startMs: 12_000, endMs: 22_000 },
        { startMs: 30_000, endMs: 42_000 },
      ],
      { sinceMs: 12_000, outageMs: 22_000 },
    ],
    [
      'nothing from before the outage, also after a restart',
      [
        { startMs: 1_000, endMs: 4_000 },
        { startMs: Number.NEGATIVE_INFINITY, endMs: 41_000 },
      ],
      { sinceMs: 10_000, outageMs: 31_000 },
    ],
  ])('has the length of the missing footage: %s', (_title, holes, back) => {
    expect(endOf({ footage: { endMs: 46_000, holes } }).back).toEqual(back);
  });

  it('is that of the connection while nothing moves', () => {
    expect(endOf({ state: 'idle', footage: noFootage }).back).toEqual({ sinceMs: 10_000, outageMs: 30_000 });
  });

  it('agrees with what the index shows, whatever was recorded, minute by minute', () => {
    const second = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(fc.uniqueArray(second, { minLength: 1 }), (recorded) => {
        const seconds = new Set([...recorded, 400]);
        const holes: Interval[] = [];
        let lastMs = Number.NEGATIVE_INFINITY;
        for (const at of [...seconds].sort((a, b) => a - b)) {
          if (at * 1000 > lastMs) holes.push({ startMs: lastMs, endMs: at * 1000 });
          lastMs = (at + 1) * 1000;
        }
        const missing = Array.from({ length: 390 }, (_, n) => n + 10).filter((at) => !seconds.has(at));
        const { back } = endOf({ sinceMs: 400_000, footage: { endMs: 401_000, holes } }, 410_000);
        expect(back?.outageMs).toBe(missing.length * 1000);
      }),
    );
  });
});

describe('an outage of a camera', () => {
  it('is reported after half a minute, and its end with its length', () => {
    expect(
      story([
        [0, 'recording'],
        [10, 'offline'],
        [30, 'offline'],
        [41, 'offline'],
        [60, 'offline'],
        [100, 'recording'],
      ]),
    ).toEqual([
      [41, 'camera_offline'],
      [100, 'back after 90'],
    ]);
  });

  it('is one outage, whatever the camera answers during it', () => {
    expect(
      story([
        [10, 'offline'],
        [20, 'connecting'],
        [30, 'offline'],
        [35, 'connecting'],
        [41, 'connecting'],
        [50, 'rejected'],
        [60, 'offline'],
        [70, 'connecting'],
        [100, 'recording'],
      ]),
    ).toEqual([
      [41, 'camera_offline'],
      [50, 'camera_stream_rejected'],
      [100, 'back after 90'],
    ]);
  });

  it('that was not reported ends silently, and so does one of a stream that is switched off', () => {
    expect(
      story([
        [0, 'offline'],
        [10, 'recording'],
        [20, 'offline'],
        [60, 'offline'],
        [70, 'off'],
        [80, 'recording'],
      ]),
    ).toEqual([[60, 'camera_offline']]);
  });

  it('ends only when every wanted stream records', () => {
    const open: Outage = { sinceMs: 0, raised: ['camera_offline'], wasOffline: true };
    const main = {
      state: 'recording' as const,
      sinceMs: 0,
      footage: { endMs: 9_000, holes: [{ startMs: 0, endMs: 8_000 }] },
    };
    const streams = (sub: ObservedStream['state']) => [main, { state: sub, sinceMs: 0, footage: noFootage }];
    expect(watchOutage(open, { streams: streams('offline'), nowMs: 9_000, ...calm }).back).toBeUndefined();
    expect(watchOutage(open, { streams: streams('off'), nowMs: 9_000, ...calm }).back).toEqual({
      sinceMs: 0,
      outageMs: 8_000,
    });
  });

  it('reports each alarm once, none without trouble, and a recovery for exactly the reported outages', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(...streamStates)));
    fc.assert(
      fc.property(steps, (gaps) => {
        let second = 0;
        const reports = story(
          gaps.map(([gap, state]) => {
            second += gap;
            return [second, state] as const;
          }),
        );
        let open: string[] = [];
        for (const [, what] of reports) {
          if (what.startsWith('back')) {
            expect(open.length).toBeGreaterThan(0);
            open = [];
          } else open.push(what);
        }
        // Switching off ends an outage silently, so there can be more alarms than one outage has kinds, but no recovery.
        expect(reports.filter(([, what]) => what.startsWith('back')).length).toBeLessThanOrEqual(
          reports.filter(([, what]) => !what.startsWith('back')).length,
        );
      }),
    );
  });
});
