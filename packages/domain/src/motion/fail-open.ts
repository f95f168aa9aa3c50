import { reasonCode } from '../reason/reason.ts';
import type { SourceHealth, WatchingSource } from './motion-source.ts';

/** How long one of several sources may fail before everything is kept: the others still work. */
const SOURCE_PATIENCE_MS = 60_000;

export interface FailOpen {
  sinceMs: number;
  reason: string;
}

/**
 * Why everything has to be kept at a time, and since when; undefined while the enabled sources work.
 * - No source works: at once.
 * - The hub does not work: at once, even if others do, because only the hub monitors its doors.
 * - Any other of several sources does not work: after a minute.
 */
export function failOpenAt(
  sources: ReadonlyMap<WatchingSource, SourceHealth>,
  nowMs: number,
  startedMs: number,
): FailOpen | undefined {
  if (sources.size === 0) return { sinceMs: startedMs, reason: reasonCode('motion-no-source') };
  const unable = [...sources].flatMap(([source, health]) => (health.kind === 'unable' ? [{ source, ...health }] : []));
  if (unable.length === 0) return undefined;
  const isBlind = unable.length === sources.size;
  const blindSinceMs = Math.max(...unable.map(({ sinceMs }) => sinceMs));
  const causes = unable.map(({ source, sinceMs, reason }) => {
    const dueMs = source === 'hub' ? sinceMs : sinceMs + SOURCE_PATIENCE_MS;
    return { sinceMs: isBlind ? Math.min(blindSinceMs, dueMs) : dueMs, reason };
  });
  const [first] = causes.filter(({ sinceMs }) => sinceMs <= nowMs).sort((a, b) => a.sinceMs - b.sinceMs);
  return first;
}
