import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClipKind, clipKinds, clipWindow } from './clip-window.ts';
import { takesDetectorClip } from './detector-clip.ts';

const SETTINGS = { preRollSeconds: 2, overviewSeconds: 30 };
const HOUR_S = 3_600;
/** In seconds; the event starts at 100. */
const takes = (kind: ClipKind, endS: number | null, ownS: number, nowS = HOUR_S) => {
  const subject = { kind, startMs: 100_000, endMs: endS === null ? null : endS * 1000 };
  return takesDetectorClip(subject, clipWindow(subject, SETTINGS, nowS * 1000), ownS * 1000);
};

describe('the detector’s own clip of an event', () => {
  it.each<[string, boolean, Parameters<typeof takes>]>([
    ['replaces footage with a gap', true, ['detection', 105, 10]],
    ['replaces footage of the first second alone', true, ['detection', 105, 1]],
    ['replaces footage without its last second', true, ['detection', 105, 14]],
    ['is not needed where all of it was recorded', false, ['detection', 105, 15]],
    ['is not needed for the part before the first keyframe', false, ['detection', 105, 14.1]],
    ['is not used without any footage: it would outlive it', false, ['detection', 105, 0]],
    ['is used for the longest event that is a whole overview', true, ['detection', 120, 5]],
    ['is not used for a longer one', false, ['detection', 120.001, 5]],
    ['is not used while the event goes on', false, ['detection', null, 5]],
    ['is not used while footage may still be published', false, ['detection', 105, 5, 132]],
    ['is used as soon as it cannot', true, ['detection', 105, 5, 133]],
    ['is used for an end before the start, which is a moment', true, ['detection', 99, 5]],
    ['does not exist for motion', false, ['motion', 105, 5]],
    ['does not exist for a plate', false, ['plate', 105, 5]],
    ['does not exist for a bookmark', false, ['bookmark', 105, 5]],
  ])('%s', (_title, expected, given) => expect(takes(...given)).toBe(expected));

  it('is never used for an event whose clip is not all of it', () => {
    const facts = fc.record({
      kind: fc.constantFrom(...clipKinds),
      endMs: fc.option(fc.integer({ min: 90_000, max: 200_000 })),
      ownMs: fc.integer({ min: 0, max: 30_000 }),
      nowMs: fc.integer({ min: 100_000, max: 300_000 }),
      preRollSeconds: fc.integer({ min: 0, max: 9 }),
      overviewSeconds: fc.integer({ min: 10, max: 30 }),
    });
    fc.assert(
      fc.property(facts, ({ kind, endMs, ownMs, nowMs, ...settings }) => {
        const subject = { kind, startMs: 100_000, endMs };
        const window = clipWindow(subject, settings, nowMs);
        if (!takesDetectorClip(subject, window, ownMs)) return;
        const lengthS = (Math.max(100_000, endMs ?? Number.POSITIVE_INFINITY) - 100_000) / 1000;
        expect(lengthS + settings.preRollSeconds + 8).toBeLessThanOrEqual(settings.overviewSeconds);
        expect(nowMs).toBeGreaterThan(endMs ?? Number.POSITIVE_INFINITY);
      }),
    );
  });
});
