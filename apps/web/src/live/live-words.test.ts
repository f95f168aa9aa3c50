import type { LiveState } from '@holdfast/ui';
import { describe, expect, it } from 'vitest';
import type { StreamHealth } from './camera-health.ts';
import { liveWords } from './live-words.ts';

const trying = { attempt: 0, transcode: false, sinceMs: 0 };
const offline = { state: 'offline' } as StreamHealth;
const words = (state: LiveState, part: Partial<Parameters<typeof liveWords>[0]> = {}) =>
  liveWords({ state, isEnabled: true, isMoving: true, away: undefined, isServerHere: true, ...part });

describe('what a pane says', () => {
  it.each([
    ['playing', { kind: 'playing', frameAtMs: 0, isLate: false, ...trying }, 'live.isLive'],
    ['connecting', { kind: 'connecting', ...trying }, 'live.isConnecting'],
    ['connecting again', { kind: 'connecting', ...trying, attempt: 2 }, 'live.isLost'],
    ['stalled', { kind: 'stalled', ...trying }, 'live.isStalled'],
    ['late', { kind: 'playing', frameAtMs: 0, isLate: true, ...trying }, 'live.isLate'],
    ['resting', { kind: 'resting' }, 'live.isResting'],
  ] as const)('while %s', (_title, state, chip) => expect(words(state).chip).toBe(chip));

  it('is why it was refused', () => {
    expect(words({ kind: 'refused', reason: 'gone' }).says).toBe('live.saysGone');
    expect(words({ kind: 'refused', reason: 'no-access' }).says).toBe('live.saysNoAccess');
    expect(words({ kind: 'refused', reason: 'cannot-play' }).says).toBe('live.saysCannotPlay');
  });

  it('is why the camera is away, without flicker while it is knocked at again', () => {
    for (const state of [
      { kind: 'away', attempt: 1, transcode: false, retryAtMs: 0 },
      { kind: 'connecting', ...trying },
      { kind: 'resting' },
    ] as const)
      expect(words(state, { away: offline })).toMatchObject({ chip: 'live.isAway', says: 'away.offline' });
  });

  it('is live as soon as there is a picture, whatever the recorder last said', () => {
    expect(words({ kind: 'playing', frameAtMs: 0, isLate: false, ...trying }, { away: offline }).chip).toBe(
      'live.isLive',
    );
  });

  it('is never that it is live while the server does not answer', () => {
    const playing = { kind: 'playing', frameAtMs: 0, isLate: false, ...trying } as const;
    expect(words(playing, { isServerHere: false }).chip).toBe('live.isServerAway');
  });

  it('is that a camera is off before anything else', () => {
    expect(words({ kind: 'resting' }, { isEnabled: false, away: offline }).chip).toBe('live.isOff');
  });

  it('is that it shows stills where the browser has no decoder to spare', () => {
    expect(words({ kind: 'resting' }, { isMoving: false }).chip).toBe('live.isStill');
  });
});
