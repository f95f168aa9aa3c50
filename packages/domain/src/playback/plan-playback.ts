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
  /** Set where a run begins: the wall clock of its first picture. */
  runStartMs: number | null;
  /** Set where the decoder must be set up anew: take the set-up from this file. */
  setUp: boolean;
}

/**
 * Clocks of cameras and of this machine disagree a little at every border, so what is closer than this belongs together.
 * A camera that was away is away for longer.
 */
export const RUN_TOLERANCE_MS = 1_500;

/** Lays files end to end: gapless inside a run, a new run only where footage is really missing or changes its form. */
export function planPlayback(segments: readonly PlayableSegment[]): PlannedSegment[] {
  const planned: PlannedSegment[] = [];
  let previous: PlayableSegment | undefined;
  let mediaOffsetMs = 0;
  for (const segment of segments) {
    const setUp = previous?.parameterHash !== segment.parameterHash;
    const goesOn = previous !== undefined && !setUp && Math.abs(segment.startMs - endOf(previous)) <= RUN_TOLERANCE_MS;
    if (!goesOn) mediaOffsetMs = 0;
    planned.push({
      id: segment.id,
      durationMs: segment.durationMs,
      mediaOffsetMs,
      runStartMs: goesOn ? null : segment.startMs,
      setUp,
    });
    mediaOffsetMs += segment.durationMs;
    previous = segment;
  }
  return planned;
}

const endOf = ({ startMs, durationMs }: PlayableSegment) => startMs + durationMs;
