import { describe, expect, it } from 'vitest';
import { clipState, isSettling, missingPart, missingPicture } from './clip-state.ts';

const NOW = Date.UTC(2026, 0, 1);
const clip = (agoS: number, endedAgoS: number | null, has_footage: boolean) => ({
  start_ts: new Date(NOW - agoS * 1000).toISOString(),
  end_ts: endedAgoS === null ? null : new Date(NOW - endedAgoS * 1000).toISOString(),
  ongoing: endedAgoS === null,
  has_footage,
});

describe('a clip', () => {
  it.each([
    ['is ready with footage', clip(90, 80, true), 'ready', false],
    ['shows what there is while it is in progress', clip(90, null, true), 'ongoing', false],
    ['will have footage shortly after its start', clip(2, null, false), 'not-yet', true],
    ['will have footage shortly after its end', clip(30, 5, false), 'not-yet', true],
    ['has no footage later', clip(300, 200, false), 'no-footage', false],
    ['without footage is not requested forever', clip(300, null, false), 'not-yet', false],
  ])('%s', (_title, facts, state, settles) => {
    expect([clipState(facts, NOW), isSettling(facts, NOW)]).toEqual([state, settles]);
  });

  it.each([
    ['ready', 'none', undefined],
    ['ongoing', 'none', undefined],
    ['not-yet', 'none', 'follows'],
    ['not-yet', 'other', 'follows'],
    ['no-footage', 'none', 'no-footage'],
    ['ready', 'no-footage', 'no-footage'],
    ['ready', 'other', 'failed'],
    ['ongoing', 'other', 'failed'],
  ] as const)('that is %s, loading failed: %s, has this instead of a picture: %s', (state, failure, expected) =>
    expect(missingPicture(state, failure)).toBe(expected),
  );

  it.each([
    ['all of it', clip(90, 80, true), 29.2, 'none'],
    ['less, because a part was not recorded', clip(90, 80, true), 12, 'not-recorded'],
    ['less, because the rest is not published yet', clip(30, 5, true), 12, 'follows'],
    ['what there is so far', clip(90, null, true), 12, 'none'],
  ] as const)('has a video that shows %s', (_title, facts, videoSeconds, expected) => {
    expect(missingPart({ ...facts, duration_seconds: 30 }, videoSeconds, NOW)).toBe(expected);
  });
});
