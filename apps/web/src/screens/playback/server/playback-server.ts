import { ApiProblem } from '@holdfast/client';
import type {
  LaneData,
  MarkRequest,
  PlaybackServer,
  PlaylistReply,
  Preview,
  PreviewWish,
  TileRequest,
  TimelineMark,
} from '@holdfast/ui';
import { api } from '../../../api/api.ts';
import { loadPicture } from '../../../api/load-picture.ts';
import type { Camera, SystemEvent } from '../../../api/queries.ts';
import { pictures } from '../../../live/backdrop/pictures.ts';
import { eventMark } from './event-mark.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const ms = (timestamp: string) => Date.parse(timestamp);

/** Clips the request to the present, because the server refuses empty ranges and the future. */
export async function loadLanes(request: TileRequest): Promise<ReadonlyMap<string, LaneData>> {
  const { cameras } = await api.timeline.get({
    query: {
      camera_ids: request.cameraIds,
      start: iso(request.startMs),
      end: iso(request.endMs),
      resolution_ms: Math.min(86_400_000, Math.round(request.resolutionMs)),
    },
  });
  return new Map(
    cameras.map(({ camera_id, known_until, runs, motion, gaps }) => [
      camera_id,
      {
        knownUntilMs: ms(known_until),
        runs: runs.map(({ start, end }) => ({ startMs: ms(start), endMs: ms(end) })),
        motion: motion.map(({ start, end }) => ({ startMs: ms(start), endMs: ms(end) })),
        gaps: gaps.map(({ start, end, reason }) => ({ startMs: ms(start), endMs: ms(end), reason })),
      },
    ]),
  );
}

const EXACT_WIDTH_PX = 480;

/** Decoded picture of a recorded moment, with the time it was taken: quickly a prepared one nearby, or the exact one. */
async function loadPreview(
  { cameraId, atMs, precision }: PreviewWish,
  signal: AbortSignal,
): Promise<Preview<ImageBitmap>> {
  const ts = encodeURIComponent(iso(atMs));
  const name = precision === 'near' ? `preview?ts=${ts}` : `frame.jpg?ts=${ts}&width=${EXACT_WIDTH_PX}`;
  const { jpeg, takenAtMs } = await loadPicture(`/cameras/${cameraId}/${name}`, signal);
  return { picture: await createImageBitmap(jpeg), takenAtMs };
}

const MAX_MARKS = 500;

/** Bookmarks and events of the cameras that the user may see. */
async function loadMarks(
  { startMs, endMs, cameraIds, parts }: MarkRequest,
  { eventText, markText }: Pick<PlaybackServerOptions, 'eventText' | 'markText'>,
): Promise<TimelineMark[]> {
  const range = { camera_ids: [...cameraIds], start: iso(startMs), end: iso(endMs) };
  const query = { ...range, limit: MAX_MARKS };
  const [bookmarks, events, seen] = await Promise.all([
    api.bookmarks.list({ query }),
    api.events.listSystem({ query }),
    api.timeline.marks({ query: { ...range, parts } }),
  ]);
  return [
    ...seen.items.map((event) => eventMark(event, { text: markText(event), nowMs: Date.now() })),
    ...bookmarks.items.map(
      ({ id, camera_id, start, end, label }): TimelineMark => ({
        id,
        kind: 'bookmark',
        cameraId: camera_id,
        startMs: ms(start),
        endMs: ms(end),
        text: label,
      }),
    ),
    ...events.items.map(
      (event): TimelineMark => ({
        id: event.id,
        kind: 'event',
        cameraId: event.camera_id,
        startMs: ms(event.ts),
        endMs: ms(event.ts),
        text: eventText(event),
      }),
    ),
  ];
}

interface PlaybackServerOptions {
  cameraOf(id: string): Camera | undefined;
  eventText(event: SystemEvent): string;
  markText(event: { label: string; sub_label: string | null }): string;
}

export function playbackServer({ cameraOf, ...texts }: PlaybackServerOptions): PlaybackServer {
  return {
    loadLanes,
    loadPreview,
    loadMarks: (request) => loadMarks(request, texts),
    origin: location.origin,
    // The browser sends the session cookie with every request.
    token: () => undefined,
    nowMs: Date.now,
    keepPicture: pictures.keep,
    needsTranscode: (cameraId) => needsTranscode(cameraOf(cameraId)),
    frameSeconds: (cameraId) => {
      const fps = mainStreamOf(cameraOf(cameraId))?.fps;
      return fps == null || fps <= 0 ? undefined : 1 / fps;
    },
    playlistPath: (cameraId, { window: { startMs, endMs }, transcode }) =>
      `/hls/${cameraId}/${startMs}-${endMs}.m3u8${transcode ? '?transcode=h264' : ''}`,
    playlist: async (cameraId, { window: { startMs, endMs }, transcode }) => {
      const params = { camera_id: cameraId, start: startMs, end: endMs };
      try {
        // A 404 would be logged as an error by the browser, and a gap is no error.
        const query = { or_empty: 1 as const, ...(transcode && { transcode: 'h264' as const }) };
        const text = new TextDecoder().decode((await api.playback.playlist({ params, query })) as Uint8Array);
        return text.includes('#EXTINF') ? { kind: 'playlist', text } : { kind: 'no-footage' };
      } catch (err) {
        return refusalOf(err);
      }
    },
  };
}

function refusalOf(err: unknown): PlaylistReply {
  if (!(err instanceof ApiProblem)) return { kind: 'away' };
  if (err.code === 'no-footage') return { kind: 'no-footage' };
  return { kind: err.status === 404 || err.status === 403 ? 'gone' : 'away' };
}

/** Decided in advance from the known codec, because a failed attempt costs a second. */
function needsTranscode(camera: Camera | undefined): boolean {
  const main = mainStreamOf(camera);
  if (!main || main.codec === 'h264' || main.codec_string === null) return false;
  return !('MediaSource' in window) || !MediaSource.isTypeSupported(`video/mp4; codecs="${main.codec_string}"`);
}

const mainStreamOf = (camera: Camera | undefined) =>
  camera?.streams.find(({ stream }) => stream === 'main') ?? camera?.streams[0];
