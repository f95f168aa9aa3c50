import type { Interval } from '../time/interval.ts';

/** A session of the recorder. */
export interface RecorderSession extends Interval {
  /** It ended because a user asked for a restart. */
  restart: boolean;
}

/** A recorder that is away for longer did not simply restart, so the request does not explain that. */
export const MAX_RESTART_MS = 120_000;
/** The time in which cameras are connected again and send their first keyframe. */
const CONNECT_MS = 15_000;

/** The times that requested restarts explain: from the end of a session until the next one has its pictures. */
export function restartSpans(sessions: readonly RecorderSession[], nowMs: number): Interval[] {
  return sessions
    .filter(({ restart }) => restart)
    .map(({ endMs: startMs }) => {
      const nextMs = Math.min(...sessions.map((one) => one.startMs).filter((ms) => ms >= startMs));
      return { startMs, endMs: Math.min(nextMs + CONNECT_MS, startMs + MAX_RESTART_MS, Math.max(startMs, nowMs)) };
    });
}
