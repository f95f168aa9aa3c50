import type { StreamName } from '../capture/stream.ts';
import { type Interval, subtractIntervals } from '../time/interval.ts';
import { explainWindow, type LedgerEntry } from './explain-window.ts';
import type { GapCause } from './gap-cause.ts';
import type { GapReason } from './gap-reason.ts';

/** A state of a stream over time; a null reason means recording, a null end means ongoing. */
export interface StreamStateSpan {
  stream: StreamName;
  startMs: number;
  endMs: number | null;
  reason: GapReason | null;
}

export interface CameraFacts {
  window: Interval;
  /** Footage of any stream of the camera. */
  recorded: readonly Interval[];
  states: readonly StreamStateSpan[];
  deletions: readonly (Interval & { reason: GapReason })[];
  recorderAlive: readonly Interval[];
  /** When the recorder was restarted on request. */
  recorderRestarts?: readonly Interval[];
  /** Nothing is explained before it, unless there was footage already. */
  addedAtMs: number;
}

/** Explains every millisecond of a camera since it was added, over all of its streams. */
export function explainCamera({
  window,
  recorded,
  states,
  deletions,
  recorderAlive,
  recorderRestarts = [],
  addedAtMs,
}: CameraFacts): LedgerEntry[] {
  const causes: GapCause[] = [
    ...deletions,
    ...offCauses(states, window),
    ...states.flatMap(({ reason, startMs, endMs }) =>
      reason === null || reason === 'off' ? [] : [{ reason, startMs, endMs }],
    ),
    ...recorderRestarts.map((span) => ({ reason: 'restart' as const, ...span })),
    // A recorder that died could not end its states. Where there is footage, a recorder was running.
    ...subtractIntervals([window], [...recorderAlive, ...deletions]).map((down) => ({
      reason: 'recorder_down' as const,
      ...down,
    })),
    { reason: 'off', startMs: Math.min(window.startMs, addedAtMs), endMs: addedAtMs },
  ];
  // Before a camera was added, or had footage, there is nothing to explain.
  const firstMs = Math.min(addedAtMs, ...[...recorded, ...deletions].map(({ startMs }) => startMs));
  return explainWindow({ window, recorded, causes, recorderAlive }).flatMap((entry) =>
    entry.endMs <= firstMs ? [] : [{ ...entry, startMs: Math.max(entry.startMs, firstMs) }],
  );
}

/** A camera is off only while none of its streams is wanted: a disabled sub stream does not matter. */
function offCauses(states: readonly StreamStateSpan[], window: Interval): GapCause[] {
  const spans = (isOff: boolean) =>
    states
      .filter(({ reason }) => (reason === 'off') === isOff)
      .map(({ startMs, endMs }) => ({ startMs, endMs: endMs ?? window.endMs }));
  return subtractIntervals(spans(true), spans(false)).map((span) => ({ reason: 'off', ...span }));
}
