import { localTimeWithOffset } from '../time/local-clock.ts';
import type { ClockLine } from './clock-lines.ts';
import type { FileStretch } from './plan-export.ts';

export const LAPSE_SPEED = { min: 2, max: 1000 } as const;
/** Pictures per second of a time-lapse. */
export const LAPSE_RATE = 25;

/** A keyframe that is shown in a time-lapse, from one frame of it up to another. */
export interface LapsePicture {
  /** Of the keyframe. */
  index: number;
  fromFrame: number;
  toFrame: number;
}

export interface LapsePlan {
  pictures: LapsePicture[];
  frames: number;
}

/**
 * Each frame shows the newest keyframe at its moment; keyframes between two frames are left out. Times are ascending, since the
 * start of the footage.
 */
export function planLapse(
  keyframesMs: readonly number[],
  { lengthMs, speed }: { lengthMs: number; speed: number },
): LapsePlan {
  const stepMs = (speed * 1000) / LAPSE_RATE;
  const frames = Math.max(1, Math.round(lengthMs / stepMs));
  const pictures: LapsePicture[] = [];
  for (const [index, atMs] of keyframesMs.entries()) {
    const fromFrame = index === 0 ? 0 : Math.ceil(atMs / stepMs);
    const next = keyframesMs[index + 1];
    const toFrame = next === undefined ? frames : Math.min(frames, Math.max(0, Math.ceil(next / stepMs)));
    if (fromFrame < toFrame) pictures.push({ index, fromFrame, toFrame });
  }
  return { pictures, frames };
}

const frameMs = (frame: number) => (frame * 1000) / LAPSE_RATE;

/** The text of the burnt-in clock: the time at which each shown picture was taken. */
export function* lapseClockLines(
  pictures: readonly LapsePicture[],
  keyframesMs: readonly number[],
  { stretches, timeZone }: { stretches: readonly FileStretch[]; timeZone: string },
): Generator<ClockLine> {
  let at = 0;
  for (const { index, fromFrame, toFrame } of pictures) {
    const mediaMs = keyframesMs[index] ?? 0;
    while ((stretches[at + 1]?.mediaOffsetMs ?? Number.POSITIVE_INFINITY) <= mediaMs) at += 1;
    const stretch = stretches[at];
    if (!stretch) continue;
    const wallMs = stretch.startMs + mediaMs - stretch.mediaOffsetMs;
    yield { fromMs: frameMs(fromFrame), toMs: frameMs(toFrame), text: localTimeWithOffset(wallMs, timeZone) };
  }
}

/** Where stretches of footage are in a time-lapse of it. */
export const lapseStretches = (stretches: readonly FileStretch[], speed: number): FileStretch[] =>
  stretches.map((stretch) => ({ ...stretch, mediaOffsetMs: stretch.mediaOffsetMs / speed }));
