/** A recorded file as a player needs to know it. */
export interface PlayableSegment {
  id: number;
  /** When its first picture was taken. */
  startMs: number;
  durationMs: number;
  /** Equal values play on without a new start of the decoder. */
  parameterHash: string;
}

export interface PlannedSegment {
  id: number;
  durationMs: number;
  /** Where it lies on the media timeline of its run; every file of ours begins at zero by itself. */
  mediaOffsetMs: number;
  /** It does not go on where the one before ended. */
  beginsRun: boolean;
  /** When its first picture was taken, where players could not tell by counting on from the last one said. */
  dateMs: number | null;
  /** Set where the decoder must be set up anew: take the set-up from this file. */
  setUp: boolean;
}

/**
 * Clocks of cameras and of this machine disagree a little at every border, so what is closer than this belongs together.
 * A camera that was away is away for longer.
 */
export const RUN_TOLERANCE_MS = 1_500;

/** A camera's clock and ours drift apart; files are born up to a quarter of a second late, which is no drift. */
export const DATE_TOLERANCE_MS = 300;

/** Lays files end to end: gapless inside a run, a new run only where footage is really missing or changes its form. */
export function planPlayback(segments: readonly PlayableSegment[]): PlannedSegment[] {
  const planned: PlannedSegment[] = [];
  let previous: PlayableSegment | undefined;
  let mediaOffsetMs = 0;
  let countedMs = 0;
  for (const segment of segments) {
    const { id, startMs, durationMs } = segment;
    const setUp = previous?.parameterHash !== segment.parameterHash;
    const beginsRun = previous === undefined || setUp || Math.abs(startMs - endOf(previous)) > RUN_TOLERANCE_MS;
    if (beginsRun) mediaOffsetMs = 0;
    const dateMs = beginsRun || Math.abs(startMs - countedMs) > DATE_TOLERANCE_MS ? startMs : null;
    planned.push({ id, durationMs, mediaOffsetMs, beginsRun, dateMs, setUp });
    mediaOffsetMs += durationMs;
    countedMs = (dateMs ?? countedMs) + durationMs;
    previous = segment;
  }
  return planned;
}

const endOf = ({ startMs, durationMs }: PlayableSegment) => startMs + durationMs;
