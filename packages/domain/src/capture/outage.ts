import type { Interval } from '../time/interval.ts';
import type { StreamState } from './stream.ts';
import { type StreamAlarm, streamAlarm } from './stream-alarm.ts';

/** From when a camera stops recording until all its wanted streams record again, regardless of its answers in between. */
export interface Outage {
  sinceMs: number;
  /** Alarms that were raised in this outage; each is raised once. */
  raised: readonly StreamAlarm[];
  /** It did not answer at some point: reconnecting then counts as being offline. */
  wasOffline: boolean;
}

export interface ObservedStream {
  state: StreamState;
  /** When the state began. */
  sinceMs: number;
  footage: StreamFootage;
}

/** The footage in the index, or about to be: the timeline shows the same. */
export interface StreamFootage {
  /** End of the newest segment; null before the first one of this process. */
  endMs: number | null;
  /** Times without footage before and between the segments, oldest first. */
  holes: readonly Interval[];
}

export interface OutageNews {
  outage: Outage | undefined;
  /** Alarms to raise now. */
  away: readonly StreamAlarm[];
  /** The camera records again after a reported outage; `outageMs` is the length of its footage that is missing. */
  back: { sinceMs: number; outageMs: number } | undefined;
}

/** A fault is detected after the footage has ended; footage older than this does not belong to the outage. */
const NOTICED_WITHIN_MS = 60_000;

const isWell = ({ state }: ObservedStream) => state === 'recording' || state === 'idle';
const isTroubled = (stream: ObservedStream) => !isWell(stream) && stream.state !== 'off';

/** The changes to report about a camera, from its outage so far and its current stream states. */
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
    // Switched off during an outage: it has not recovered, and no alert is due.
    const isBack = outage !== undefined && outage.raised.length > 0 && streams.some(isWell);
    if (!isBack) return { outage: undefined, away: [], back: undefined };
    // A camera may send footage of the outage later, so the missing length is only known once that footage is indexed.
    if (!streams.every(isRecordedSince)) return { outage, away: [], back: undefined };
    return { outage: undefined, away: [], back: missingSince(outage.sinceMs, streams) };
  }
  const sinceMs = outage?.sinceMs ?? Math.min(...troubled.map(stoppedAtMs));
  const wasOffline = outage?.wasOffline || troubled.some(({ state }) => state === 'offline');
  const raised = outage?.raised ?? [];
  const called = troubled.flatMap(({ state }) => {
    const counted = state === 'connecting' && wasOffline ? 'offline' : state;
    return streamAlarm({ state: counted, heldMs: nowMs - sinceMs, ...grace }) ?? [];
  });
  const away = [...new Set(called)].filter((alarm) => !raised.includes(alarm));
  return { outage: { sinceMs, raised: [...raised, ...away], wasOffline }, away, back: undefined };
}

/** Whether there is footage since the stream records again. */
const isRecordedSince = ({ state, sinceMs, footage: { endMs } }: ObservedStream): boolean =>
  state !== 'recording' || (endMs !== null && endMs > sinceMs);

function stoppedAtMs({ sinceMs, footage: { endMs } }: ObservedStream): number {
  return endMs !== null && sinceMs - endMs < NOTICED_WITHIN_MS ? Math.min(sinceMs, endMs) : sinceMs;
}

/** For the stream with the most missing footage. */
function missingSince(outageMs: number, streams: readonly ObservedStream[]): NonNullable<OutageNews['back']> {
  return streams
    .filter(isWell)
    .map((stream) => {
      const missing = missingOf(stream).filter(({ endMs }) => endMs > outageMs);
      const startMs = (hole: Interval) => Math.max(hole.startMs, outageMs);
      return {
        sinceMs: missing[0] ? startMs(missing[0]) : outageMs,
        outageMs: missing.reduce((sum, hole) => sum + hole.endMs - startMs(hole), 0),
      };
    })
    .reduce((worst, other) => (other.outageMs > worst.outageMs ? other : worst));
}

/** A stream that waits for motion has no footage that could show an outage. */
const missingOf = ({ state, sinceMs, footage }: ObservedStream): readonly Interval[] =>
  state === 'idle' ? [{ startMs: Number.NEGATIVE_INFINITY, endMs: sinceMs }] : footage.holes;
