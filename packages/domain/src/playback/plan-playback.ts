/** A recorded file as a player needs to know it. */
export interface PlayableSegment {
  id: number;
  /** When its first picture was taken. */
  startMs: number;
  durationMs: number;
  /** Equal values need no new decoder. */
  parameterHash: string;
}

export interface PlannedSegment {
  id: number;
  durationMs: number;
  /** Its offset on the media timeline of its run; every file itself begins at zero. */
  mediaOffsetMs: number;
  /** It does not continue where the previous one ended. */
  beginsRun: boolean;
  /** When its first picture was taken, if players could not derive it from the last date. */
  dateMs: number | null;
  /** Set if the decoder needs a new init segment: the one of this file. */
  needsInit: boolean;
}

/**
 * Clocks of cameras and of this machine differ slightly at every border, so smaller differences are not gaps. A camera that was
 * offline is offline for longer.
 */
export const RUN_TOLERANCE_MS = 1_500;

/** A camera's clock and ours drift apart; files are created up to a quarter of a second late, which is not drift. */
export const DATE_TOLERANCE_MS = 300;

/**
 * Places files one after the other: gapless within a run, a new run only where footage is really missing or changes its format.
 */
export function planPlayback(segments: readonly PlayableSegment[]): PlannedSegment[] {
  const planned: PlannedSegment[] = [];
  let previous: PlayableSegment | undefined;
  let mediaOffsetMs = 0;
  let countedMs = 0;
  for (const segment of segments) {
    const { id, startMs, durationMs } = segment;
    const needsInit = previous?.parameterHash !== segment.parameterHash;
    const beginsRun = previous === undefined || needsInit || Math.abs(startMs - endOf(previous)) > RUN_TOLERANCE_MS;
    if (beginsRun) mediaOffsetMs = 0;
    const dateMs = beginsRun || Math.abs(startMs - countedMs) > DATE_TOLERANCE_MS ? startMs : null;
    planned.push({ id, durationMs, mediaOffsetMs, beginsRun, dateMs, needsInit });
    mediaOffsetMs += durationMs;
    countedMs = (dateMs ?? countedMs) + durationMs;
    previous = segment;
  }
  return planned;
}

const endOf = ({ startMs, durationMs }: PlayableSegment) => startMs + durationMs;
