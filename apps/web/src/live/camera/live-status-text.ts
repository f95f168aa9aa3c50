import { isFresh, type LiveState } from '@holdfast/ui';
import type { MessageKey } from '../../i18n/i18n.tsx';
import type { Tone } from '../../parts/layout/state-chip.tsx';
import type { StreamHealth } from './camera-health.ts';

export interface LiveStatusText {
  tone: Tone;
  /** Short status in the corner. */
  chip: Extract<MessageKey, `live.is${string}`>;
  /** Sentence over the picture, if there is one. */
  message: Extract<MessageKey, `live.message${string}` | `away.${string}` | 'camera.isOff'> | undefined;
  isBusy: boolean;
}

interface LiveSituation {
  state: LiveState;
  isEnabled: boolean;
  /** Plays live video; other panes show stills. */
  isMoving: boolean;
  away: StreamHealth | undefined;
  /** It plays, but its footage cannot be stored. */
  isUnstored: boolean;
  isServerReachable: boolean;
  /** Anything is on the screen, if only an old picture. */
  hasPicture: boolean;
}

const refusals = {
  'no-access': 'live.messageNoAccess',
  gone: 'live.messageGone',
  'cannot-play': 'live.messageCannotPlay',
} as const;

/** The status texts of a pane. */
export function liveStatusText(situation: LiveSituation): LiveStatusText {
  const { state, isEnabled, isMoving, away, isUnstored, isServerReachable, hasPicture } = situation;
  if (!isEnabled) return { tone: 'idle', chip: 'live.isOff', message: 'camera.isOff', isBusy: false };
  if (!isServerReachable) return { tone: 'warn', chip: 'live.isServerAway', message: undefined, isBusy: true };
  switch (state.kind) {
    case 'playing':
      if (state.isLate) return { tone: 'warn', chip: 'live.isLate', message: undefined, isBusy: false };
      if (isUnstored) return { tone: 'bad', chip: 'live.isUnstored', message: undefined, isBusy: false };
      return { tone: 'good', chip: 'live.isLive', message: undefined, isBusy: false };
    case 'stalled':
      return { tone: 'warn', chip: 'live.isStalled', message: undefined, isBusy: true };
    case 'refused':
      return { tone: 'bad', chip: 'live.isRefused', message: refusals[state.reason], isBusy: false };
    case 'resting':
      if (away) return isAway(away);
      // It has not begun yet.
      if (!hasPicture) return { tone: 'warn', chip: 'live.isConnecting', message: undefined, isBusy: true };
      if (!isMoving) return { tone: 'idle', chip: 'live.isStill', message: undefined, isBusy: false };
      return { tone: 'idle', chip: 'live.isResting', message: undefined, isBusy: false };
    case 'away':
      return isAway(away);
    case 'retrying':
      if (away) return isAway(away);
      if (state.reason === 'too-many')
        return { tone: 'warn', chip: 'live.isLost', message: 'live.messageTooMany', isBusy: true };
      return { tone: 'warn', chip: 'live.isLost', message: undefined, isBusy: true };
    case 'connecting':
    case 'buffering':
      // The status of an offline camera stays during retries.
      if (away) return isAway(away);
      if (state.attempt > 0) return { tone: 'warn', chip: 'live.isLost', message: undefined, isBusy: true };
      return { tone: 'warn', chip: 'live.isConnecting', message: undefined, isBusy: true };
  }
}

/** Whether the picture on the screen is dimmed, because it is an old one: all but a live picture and regular stills. */
export function isOldPicture({
  state,
  isShown,
  isEnabled,
  isServerReachable,
  tone,
}: {
  state: LiveState;
  /** A frame of the live player is on the screen. */
  isShown: boolean;
  isEnabled: boolean;
  isServerReachable: boolean;
  tone: Tone;
}): boolean {
  if (!isEnabled || !isServerReachable) return true;
  return isShown ? !isFresh(state) : tone === 'bad' || tone === 'warn';
}

function isAway(away: StreamHealth | undefined): LiveStatusText {
  const message =
    away?.state === 'rejected' ? 'away.rejected' : away?.state === 'stalled' ? 'away.stalled' : 'away.offline';
  return { tone: 'bad', chip: 'live.isAway', message, isBusy: true };
}
