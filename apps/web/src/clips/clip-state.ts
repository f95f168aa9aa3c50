import type { Clip } from '../api/queries.ts';

/** Footage is published some seconds after it was recorded. */
export const SETTLES_MS = 60_000;

export type ClipState = 'ready' | 'ongoing' | 'not-yet' | 'no-footage';

/** Whether there is something to watch, and if not, whether there will be. */
export function clipState(
  { has_footage, ongoing, start_ts, end_ts }: Pick<Clip, 'has_footage' | 'ongoing' | 'start_ts' | 'end_ts'>,
  nowMs: number,
): ClipState {
  if (has_footage) return ongoing ? 'ongoing' : 'ready';
  return ongoing || nowMs - Date.parse(end_ts ?? start_ts) < SETTLES_MS ? 'not-yet' : 'no-footage';
}

export type MissingPicture = 'follows' | 'no-footage' | 'failed';

/** Why a clip has no picture; undefined while there is one, or it is loading. A picture that did not load does not mean missing footage. */
export function missingPicture(state: ClipState, failure: 'none' | 'no-footage' | 'other'): MissingPicture | undefined {
  if (state === 'not-yet') return 'follows';
  if (state === 'no-footage' || failure === 'no-footage') return 'no-footage';
  return failure === 'other' ? 'failed' : undefined;
}

/** Its next state comes without an event: its footage is published, or more of it. */
export const isSettling = (clip: Parameters<typeof clipState>[0], nowMs: number): boolean =>
  nowMs - Date.parse(clip.start_ts) < 2 * SETTLES_MS && clipState(clip, nowMs) === 'not-yet';

export type MissingPart = 'none' | 'follows' | 'not-recorded';

/** Pictures at the ends of a window are up to a second apart. */
const TOLERATED_SECONDS = 1.5;

/** Whether a part of a clip is missing from its video. What has just ended is published some seconds later. */
export function missingPart(
  { duration_seconds, ongoing, end_ts, start_ts }: Pick<Clip, 'duration_seconds' | 'ongoing' | 'end_ts' | 'start_ts'>,
  videoSeconds: number,
  nowMs: number,
): MissingPart {
  if (ongoing || videoSeconds >= duration_seconds - TOLERATED_SECONDS) return 'none';
  return nowMs - Date.parse(end_ts ?? start_ts) < SETTLES_MS ? 'follows' : 'not-recorded';
}
