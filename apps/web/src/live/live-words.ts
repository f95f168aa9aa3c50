import type { LiveState } from '@holdfast/ui';
import type { MessageKey } from '../i18n/i18n.tsx';
import type { Tone } from '../parts/state-chip.tsx';
import type { StreamHealth } from './camera-health.ts';

export interface LiveWords {
  tone: Tone;
  /** Two or three words for the corner. */
  chip: Extract<MessageKey, `live.is${string}`>;
  /** A sentence over the picture, where there is more to say. */
  says: Extract<MessageKey, `live.says${string}` | `away.${string}` | 'camera.isOff'> | undefined;
  isBusy: boolean;
}

interface LiveSituation {
  state: LiveState;
  isEnabled: boolean;
  /** Chosen to move; the others show stills. */
  isMoving: boolean;
  away: StreamHealth | undefined;
  isServerHere: boolean;
}

const refusals = {
  'no-access': 'live.saysNoAccess',
  gone: 'live.saysGone',
  'cannot-play': 'live.saysCannotPlay',
} as const;

/** What a pane says of its picture. */
export function liveWords({ state, isEnabled, isMoving, away, isServerHere }: LiveSituation): LiveWords {
  if (!isEnabled) return { tone: 'idle', chip: 'live.isOff', says: 'camera.isOff', isBusy: false };
  if (!isServerHere) return { tone: 'warn', chip: 'live.isServerAway', says: undefined, isBusy: true };
  switch (state.kind) {
    case 'playing':
      if (state.isLate) return { tone: 'warn', chip: 'live.isLate', says: undefined, isBusy: false };
      return { tone: 'good', chip: 'live.isLive', says: undefined, isBusy: false };
    case 'stalled':
      return { tone: 'warn', chip: 'live.isStalled', says: undefined, isBusy: true };
    case 'refused':
      return { tone: 'bad', chip: 'live.isRefused', says: refusals[state.reason], isBusy: false };
    case 'resting':
      if (away) return isAway(away);
      if (!isMoving) return { tone: 'idle', chip: 'live.isStill', says: undefined, isBusy: false };
      return { tone: 'idle', chip: 'live.isResting', says: undefined, isBusy: false };
    case 'away':
      return isAway(away);
    case 'retrying':
      if (away) return isAway(away);
      if (state.reason === 'too-many')
        return { tone: 'warn', chip: 'live.isLost', says: 'live.saysTooMany', isBusy: true };
      return { tone: 'warn', chip: 'live.isLost', says: undefined, isBusy: true };
    case 'connecting':
    case 'buffering':
      // A camera that is away is knocked at again and again: its words stay meanwhile.
      if (away) return isAway(away);
      if (state.attempt > 0) return { tone: 'warn', chip: 'live.isLost', says: undefined, isBusy: true };
      return { tone: 'idle', chip: 'live.isConnecting', says: undefined, isBusy: true };
  }
}

function isAway(away: StreamHealth | undefined): LiveWords {
  const says =
    away?.state === 'rejected' ? 'away.rejected' : away?.state === 'stalled' ? 'away.stalled' : 'away.offline';
  return { tone: 'bad', chip: 'live.isAway', says, isBusy: true };
}
