import { type Database, listPlayableSegments } from '@holdfast/db';
import { planPlayback, type StreamName, streamNames } from '@holdfast/domain';
import { printPlaylist } from '@holdfast/media';
import { Problem } from '../http/problem.ts';

interface PlaylistRequest {
  cameraId: string;
  userId: string;
  stream: StreamName | undefined;
  transcode: 'h264' | undefined;
  startMs: number;
  endMs: number;
  /** Handed on to every address in the playlist, because a native player sends nothing else. */
  token: string | undefined;
  /** The player needs the set-up again inside the first media of each further run. */
  forgetsSetUp: boolean;
}

/** A day and an hour of four-second segments: the longest local day there is, with room. */
const MOST_SEGMENTS = 25_000;

export async function playlistOf(
  db: Database,
  { cameraId, userId, stream, transcode, startMs, endMs, token, forgetsSetUp }: PlaylistRequest,
): Promise<string> {
  if (endMs <= startMs) throw new Problem('invalid', { detail: 'The range ends before it begins.' });
  const range = { cameraId, userId, start: new Date(startMs), end: new Date(endMs) };
  for (const wanted of stream === undefined ? streamNames : [stream]) {
    const segments = await listPlayableSegments(db, { ...range, stream: wanted }, MOST_SEGMENTS + 1);
    if (segments.length > MOST_SEGMENTS)
      throw new Problem('range-too-long', { detail: `At most ${MOST_SEGMENTS} segments, about a day.` });
    if (segments.length === 0) continue;
    const handedOn = { ...(transcode && { transcode }), ...(token !== undefined && { token }) };
    const suffix = new URLSearchParams(handedOn).toString();
    return printPlaylist(planPlayback(segments), {
      init: (id) => `init/${id}.mp4${suffix && `?${suffix}`}`,
      media: ({ id, mediaOffsetMs, runStartMs }, sequence) => {
        const setUp = forgetsSetUp && runStartMs !== null && sequence > 0 ? '&setup=1' : '';
        return `media/${id}.m4s?at=${mediaOffsetMs}&n=${sequence}${setUp}${suffix && `&${suffix}`}`;
      },
    });
  }
  throw new Problem('no-footage');
}
