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
  /** Its offset on the media timeline of its stretch; every file itself begins at zero. */
  mediaOffsetMs: number;
  /** It does not continue where the previous one ended. */
  beginsStretch: boolean;
  /** When its first picture was taken, if players could not derive it from the last date. */
  dateMs: number | null;
  /** Set if the decoder needs a new init segment: the one of this file. */
  needsInit: boolean;
}

/**
 * Clocks of cameras and of this machine differ slightly at every border, so smaller differences are not gaps. A camera that was
 * offline is offline for longer.
 */
export const STRETCH_TOLERANCE_MS = 1_500;

/** A camera's clock and ours drift apart; files are created up to a quarter of a second late, which is not drift. */
export const DATE_TOLERANCE_MS = 300;

/**
 * Places files one after the other: gapless within a stretch, a new stretch only where footage is really missing or changes its format.
 */
export function planPlayback(segments: readonly PlayableSegment[]): PlannedSegment[] {
  const planned: PlannedSegment[] = [];
  let previous: PlayableSegment | undefined;
  let mediaOffsetMs = 0;
  let countedMs = 0;
  for (const segment of segments) {
    const { id, startMs, durationMs } = segment;
    const needsInit = previous?.parameterHash !== segment.parameterHash;
    const beginsStretch =
      previous === undefined || needsInit || Math.abs(startMs - endOf(previous)) > STRETCH_TOLERANCE_MS;
    if (beginsStretch) mediaOffsetMs = 0;
    const dateMs = beginsStretch || Math.abs(startMs - countedMs) > DATE_TOLERANCE_MS ? startMs : null;
    planned.push({ id, durationMs, mediaOffsetMs, beginsStretch, dateMs, needsInit });
    mediaOffsetMs += durationMs;
    countedMs = (dateMs ?? countedMs) + durationMs;
    previous = segment;
  }
  return planned;
}

const endOf = ({ startMs, durationMs }: PlayableSegment) => startMs + durationMs;
