import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHARE_HOURS, shareEndMs, shareNeeds, shareState } from './share-end.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 1);

describe('the end of a link', () => {
  it.each([
    ['a day by default', undefined, null, NOW + 24 * HOUR],
    ['as long as asked', 2, null, NOW + 2 * HOUR],
    ['thirty days at most', SHARE_HOURS.max, null, NOW + 720 * HOUR],
    ['with the export it shows', 100, NOW + HOUR, NOW + HOUR],
    ['before the export it shows', 1, NOW + 100 * HOUR, NOW + HOUR],
  ])('is %s', (_title, hours, subjectEndMs, expected) =>
    expect(shareEndMs({ nowMs: NOW, hours, subjectEndMs })).toBe(expected),
  );

  it('is never after that of its subject, nor after the hours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 720 }), fc.integer({ min: -1000, max: 1000 }), (hours, endsIn) => {
        const subjectEndMs = NOW + endsIn * HOUR;
        const endMs = shareEndMs({ nowMs: NOW, hours, subjectEndMs });
        expect(endMs).toBeLessThanOrEqual(subjectEndMs);
        expect(endMs).toBeLessThanOrEqual(NOW + hours * HOUR);
        expect([subjectEndMs, NOW + hours * HOUR]).toContain(endMs);
      }),
    );
  });
});

describe('the capabilities that a link requires', () => {
  it.each([
    ['an export', { kind: 'export' }, ['export']],
    ['a motion clip', { kind: 'clip', of: 'motion' }, ['export', 'clips']],
    ['a detection clip', { kind: 'clip', of: 'detection' }, ['export', 'clips']],
    ['a plate clip', { kind: 'clip', of: 'plate' }, ['export', 'clips', 'view_plates']],
    ['the clip of a bookmark', { kind: 'clip', of: 'bookmark' }, ['export', 'clips', 'playback']],
  ] as const)('%s', (_title, subject, expected) => expect(shareNeeds(subject)).toEqual(expected));
});

describe('the state of a link', () => {
  it.each([
    ['active', null, 1, true],
    ['gone', null, 1, false],
    ['expired', null, 0, true],
    ['expired', null, -1, false],
    ['revoked', NOW - 5, 1, true],
    ['revoked', NOW - 5, -1, false],
  ] as const)('is %s', (expected, revokedAtMs, endsIn, hasSubject) =>
    expect(shareState({ revokedAtMs, expiresAtMs: NOW + endsIn, hasSubject }, NOW)).toBe(expected),
  );
});
