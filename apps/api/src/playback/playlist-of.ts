import { type Database, findVisibleCamera, listPlayableSegments, type PlayableRow } from '@holdfast/db';
import { planPlayback, reasonCode, type StreamName } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { printPlaylist } from '@holdfast/media';
import { chosenFootage, type ListSegments, UNJUDGED_MS } from '../footage/chosen-footage.ts';
import type { FootageFiles } from '../footage/footage-files.ts';
import { haveSameSound } from '../footage/same-sound.ts';
import { Problem } from '../http/problem.ts';

interface PlaylistRequest {
  cameraId: string;
  userId: string;
  stream: StreamName | undefined;
  transcode: 'h264' | undefined;
  /** A range without footage has an empty playlist. */
  mayBeEmpty: boolean;
  startMs: number;
  endMs: number;
  /** Added to every URL in the playlist, because a native player sends nothing else. */
  token: string | undefined;
  /** The player needs the init segment again within the first media of each further stretch. */
  needsRepeatedInit: boolean;
}

/** A day and an hour of four-second segments: the longest local day, with room. */
const MAX_SEGMENTS = 25_000;

export async function playlistOf(
  { db, clock, footage }: { db: Database; clock: Clock; footage: FootageFiles },
  { cameraId, userId, stream, transcode, mayBeEmpty, startMs, endMs, token, needsRepeatedInit }: PlaylistRequest,
): Promise<string> {
  if (endMs <= startMs) throw new Problem('invalid', { reason: reasonCode('end-before-start') });
  const list: ListSegments<PlayableRow> = async (wanted, range) => {
    const within = { cameraId, userId, stream: wanted, start: new Date(range.startMs), end: new Date(range.endMs) };
    return requireFewSegments(await listPlayableSegments(db, within, MAX_SEGMENTS + 1));
  };
  const range = { startMs, endMs };
  const choice = {
    // Players reload a growing list and give up when it changes anywhere but at its end.
    settledMs: clock.now() - UNJUDGED_MS,
    mayMix: (main: PlayableRow, sub: PlayableRow) => haveSameSound({ db, footage }, { userId, ids: [main.id, sub.id] }),
  };
  const segments = requireFewSegments(await (stream ? list(stream, range) : chosenFootage(list, range, choice)));
  if (segments.length === 0 && !mayBeEmpty) throw new Problem('no-footage');
  // A camera that the caller may not see has no playlist, not even an empty one.
  if (segments.length === 0 && !(await findVisibleCamera(db, { cameraId, userId }))) throw new Problem('not-found');
  const linkParams = { ...(transcode && { transcode }), ...(token !== undefined && { token }) };
  const suffix = new URLSearchParams(linkParams).toString();
  return printPlaylist(planPlayback(segments), {
    init: (id) => `init/${id}.mp4${suffix && `?${suffix}`}`,
    media: ({ id, mediaOffsetMs, beginsStretch }, sequence) => {
      const setUp = needsRepeatedInit && beginsStretch && sequence > 0 ? '&setup=1' : '';
      return `media/${id}.m4s?at=${mediaOffsetMs}&n=${sequence}${setUp}${suffix && `&${suffix}`}`;
    },
  });
}

function requireFewSegments<S>(segments: readonly S[]): readonly S[] {
  if (segments.length > MAX_SEGMENTS)
    throw new Problem('range-too-long', { reason: reasonCode('too-many-segments', { limit: MAX_SEGMENTS }) });
  return segments;
}
