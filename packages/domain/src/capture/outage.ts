import type { StreamState } from './stream.ts';
import { type StreamAlarm, streamAlarm } from './stream-alarm.ts';

/** From when a camera stops recording until all its wanted streams record again, whatever it answers in between. */
export interface Outage {
  sinceMs: number;
  /** Alarms that were raised in this outage; each is raised once. */
  raised: readonly StreamAlarm[];
  /** It did not answer at some point: reconnecting then counts as being offline. */
  wasOffline: boolean;
}

export interface ObservedStream {
  state: StreamState;
  /** When recording stopped, as far as known. */
  sinceMs: number;
}

export interface OutageNews {
  outage: Outage | undefined;
  /** Alarms to raise now. */
  away: readonly StreamAlarm[];
  /** The camera records again after a reported outage. */
  back: { sinceMs: number; outageMs: number } | undefined;
}

const isWell = ({ state }: ObservedStream) => state === 'recording' || state === 'idle';
const isTroubled = (stream: ObservedStream) => !isWell(stream) && stream.state !== 'off';

/** What to report about a camera, from its outage so far and its current stream states. */
export function watchOutage(
  outage: Outage | undefined,
  {
    streams,
    nowMs,
    ...grace
  }: { streams: readonly ObservedStream[]; nowMs: number; upMs: number; bootGraceMs: number },
): OutageNews {
  const troubled = streams.filter(isTroubled);
  if (troubled.length === 0) {
    // Switched off during an outage: it has not recovered, and nobody waits for it.
    const isBack = outage !== undefined && outage.raised.length > 0 && streams.some(isWell);
    const back = isBack ? { sinceMs: outage.sinceMs, outageMs: Math.max(0, nowMs - outage.sinceMs) } : undefined;
    return { outage: undefined, away: [], back };
  }
  const sinceMs = outage?.sinceMs ?? Math.min(...troubled.map((stream) => stream.sinceMs));
  const wasOffline = outage?.wasOffline || troubled.some(({ state }) => state === 'offline');
  const raised = outage?.raised ?? [];
  const called = troubled.flatMap(({ state }) => {
    const counted = state === 'connecting' && wasOffline ? 'offline' : state;
    return streamAlarm({ state: counted, heldMs: nowMs - sinceMs, ...grace }) ?? [];
  });
  const away = [...new Set(called)].filter((alarm) => !raised.includes(alarm));
  return { outage: { sinceMs, raised: [...raised, ...away], wasOffline }, away, back: undefined };
}
