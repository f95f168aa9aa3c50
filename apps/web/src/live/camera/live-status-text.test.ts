import type { LiveState } from '@holdfast/ui';
import { describe, expect, it } from 'vitest';
import type { StreamHealth } from './camera-health.ts';
import { isOldPicture, liveStatusText } from './live-status-text.ts';

const trying = { attempt: 0, transcode: false, sinceMs: 0 };
const offline = { state: 'offline' } as StreamHealth;
const statusText = (state: LiveState, part: Partial<Parameters<typeof liveStatusText>[0]> = {}) =>
  liveStatusText({
    state,
    isEnabled: true,
    isMoving: true,
    away: undefined,
    isUnstored: false,
    isServerReachable: true,
    hasPicture: true,
    ...part,
  });

describe('the status of a pane', () => {
  it.each([
    ['playing', { kind: 'playing', frameAtMs: 0, isLate: false, ...trying }, 'live.isLive'],
    ['connecting', { kind: 'connecting', ...trying }, 'live.isConnecting'],
    ['connecting again', { kind: 'connecting', ...trying, attempt: 2 }, 'live.isLost'],
    ['stalled', { kind: 'stalled', ...trying }, 'live.isStalled'],
    ['late', { kind: 'playing', frameAtMs: 0, isLate: true, ...trying }, 'live.isLate'],
    ['resting', { kind: 'resting' }, 'live.isResting'],
  ] as const)('while %s', (_title, state, chip) => expect(statusText(state).chip).toBe(chip));

  it('gives the reason of a refusal', () => {
    expect(statusText({ kind: 'refused', reason: 'gone' }).message).toBe('live.messageGone');
    expect(statusText({ kind: 'refused', reason: 'no-access' }).message).toBe('live.messageNoAccess');
    expect(statusText({ kind: 'refused', reason: 'cannot-play' }).message).toBe('live.messageCannotPlay');
  });

  it('gives the reason why the camera is offline, without flicker during retries', () => {
    for (const state of [
      { kind: 'away', attempt: 1, transcode: false, retryAtMs: 0 },
      { kind: 'connecting', ...trying },
      { kind: 'resting' },
    ] as const)
      expect(statusText(state, { away: offline })).toMatchObject({ chip: 'live.isAway', message: 'away.offline' });
  });

  it('is live as soon as there is a picture, whatever the recorder reported', () => {
    expect(statusText({ kind: 'playing', frameAtMs: 0, isLate: false, ...trying }, { away: offline }).chip).toBe(
      'live.isLive',
    );
  });

  it('is not just live while its footage cannot be stored', () => {
    const playing = { kind: 'playing', frameAtMs: 0, isLate: false, ...trying } as const;
    expect(statusText(playing, { isUnstored: true })).toMatchObject({ chip: 'live.isUnstored', tone: 'bad' });
  });

  it('is never live while the server is unreachable', () => {
    const playing = { kind: 'playing', frameAtMs: 0, isLate: false, ...trying } as const;
    expect(statusText(playing, { isServerReachable: false }).chip).toBe('live.isServerAway');
  });

  it('is off for a disabled camera, before anything else', () => {
    expect(statusText({ kind: 'resting' }, { isEnabled: false, away: offline }).chip).toBe('live.isOff');
  });

  it('shows by colour and by a dimmed picture that the picture is an old one, also at the first connection', () => {
    const dims = (state: LiveState, { isShown = false, ...part } = {}) =>
      isOldPicture({ state, isShown, isEnabled: true, isServerReachable: true, tone: statusText(state, part).tone });
    const playing = { kind: 'playing', frameAtMs: 0, isLate: false, ...trying } as const;
    expect(dims({ kind: 'connecting', ...trying })).toBe(true);
    expect(dims({ kind: 'buffering', ...trying })).toBe(true);
    expect(dims({ kind: 'stalled', ...trying }, { isShown: true })).toBe(true);
    expect(dims(playing, { isShown: true })).toBe(false);
    expect(dims({ kind: 'resting' })).toBe(false);
  });

  it('is connecting, neither paused nor a still, before the first picture', () => {
    for (const isMoving of [true, false])
      expect(statusText({ kind: 'resting' }, { isMoving, hasPicture: false }).chip).toBe('live.isConnecting');
  });

  it('is snapshot while the browser has no decoder to spare', () => {
    expect(statusText({ kind: 'resting' }, { isMoving: false }).chip).toBe('live.isStill');
  });
});
