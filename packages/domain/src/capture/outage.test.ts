import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ObservedStream, type Outage, watchOutage } from './outage.ts';
import { streamStates } from './stream.ts';

const calm = { upMs: 3_600_000, bootGraceMs: 180_000 };

/** Runs a camera with one stream through `[second, state]` steps; returns the reports, with their second. */
function story(steps: readonly (readonly [number, ObservedStream['state']])[], grace = calm) {
  let outage: Outage | undefined;
  const reports: [number, string][] = [];
  for (const [second, state] of steps) {
    const nowMs = second * 1000;
    const news = watchOutage(outage, { streams: [{ state, sinceMs: nowMs }], nowMs, ...grace });
    outage = news.outage;
    for (const alarm of news.away) reports.push([second, alarm]);
    if (news.back) reports.push([second, `back after ${news.back.outageMs / 1000}`]);
  }
  return reports;
}

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
    const streams = (sub: ObservedStream['state']) => [
      { state: 'recording' as const, sinceMs: 0 },
      { state: sub, sinceMs: 0 },
    ];
    expect(watchOutage(open, { streams: streams('offline'), nowMs: 9_000, ...calm }).back).toBeUndefined();
    expect(watchOutage(open, { streams: streams('off'), nowMs: 9_000, ...calm }).back).toEqual({
      sinceMs: 0,
      outageMs: 9_000,
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
