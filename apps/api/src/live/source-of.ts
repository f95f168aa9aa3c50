import { noteStreamFacts } from '@holdfast/db';
import type { StreamName } from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';
import { describeStream, isAudible, type MediaTrack, type Reading } from '@holdfast/media';
import { type RestreamDeps, restreamUrl } from '../restream/restream-url.ts';
import type { LiveSource } from './live-streams.ts';
import type { SharedReadings } from './shared-readings.ts';
import { factsOfTracks } from './stream-facts.ts';

export type SourceAnswer =
  /** `leave` is called when the viewer leaves. */
  { kind: 'source'; source: LiveSource; leave: () => void } | { kind: 'unavailable'; reason: string };

export interface LiveRequest {
  cameraId: string;
  stream: StreamName;
  /** H.264 is wanted, even if the camera sends another codec. */
  transcode: boolean;
  wantsSound: boolean;
}

const NO_RESTREAM = 'the restream is not ready yet';
const NO_CAMERA = 'the camera is not sending right now';
const DESCRIBE_MS = 20_000;

/** The restream source of a camera's stream, and how it must be converted. */
export async function sourceOf(
  deps: RestreamDeps & { readings: SharedReadings; log: Logger },
  request: LiveRequest,
): Promise<SourceAnswer> {
  const url = await restreamUrl(deps, request);
  if (url === undefined) return { kind: 'unavailable', reason: NO_RESTREAM };
  return (request.transcode ? await transcodeOf(deps, request, url) : undefined) ?? copyOf(deps, request, url);
}

/** Undefined if no transcoding is needed: H.264 plays everywhere. */
async function transcodeOf(
  deps: RestreamDeps & { log: Logger },
  request: LiveRequest,
  url: string,
): Promise<SourceAnswer | undefined> {
  // Described each time: the camera may send another codec than before.
  const described = await describeStream({ url, signal: AbortSignal.timeout(DESCRIBE_MS) });
  if (described.kind === 'no-restream') return { kind: 'unavailable', reason: NO_RESTREAM };
  if (described.kind !== 'described') return { kind: 'unavailable', reason: NO_CAMERA };
  if (!described.tracks.some(({ codec }) => codec === 'h265')) return undefined;
  noteTracks(deps, request, described.tracks);
  const source: LiveSource = { ...commonOf(request, described.tracks, 'h264'), kind: 'transcode', url };
  return { kind: 'source', source, leave: () => undefined };
}

async function copyOf(
  deps: RestreamDeps & { readings: SharedReadings; log: Logger },
  request: LiveRequest,
  url: string,
): Promise<SourceAnswer> {
  const { cameraId, stream } = request;
  let entered: { reading: Reading; leave: () => void };
  try {
    entered = await deps.readings.enter(`${cameraId} ${stream}`, url);
  } catch (err) {
    deps.log.debug({ err, camera_id: cameraId }, 'live: the stream cannot be opened');
    return { kind: 'unavailable', reason: NO_CAMERA };
  }
  const { reading, leave } = entered;
  noteTracks(deps, request, reading.live.tracks);
  const source: LiveSource = { ...commonOf(request, reading.live.tracks, 'copy'), kind: 'copy', reading };
  return { kind: 'source', source, leave };
}

function commonOf({ cameraId, stream, wantsSound }: LiveRequest, tracks: readonly MediaTrack[], form: string) {
  const hasSound = tracks.some(isAudible);
  const sendsSound = hasSound && wantsSound;
  return {
    key: `${cameraId} ${stream} ${form} ${sendsSound ? 'with sound' : ''}`,
    cameraId,
    stream,
    hasSound,
    sendsSound,
  };
}

/** Best effort: viewing neither waits for it nor fails because of it. */
function noteTracks(
  { db, log }: RestreamDeps & { log: Logger },
  { cameraId, stream }: LiveRequest,
  tracks: readonly MediaTrack[],
): void {
  noteStreamFacts(db, [{ cameraId, stream, ...factsOfTracks(tracks) }]).catch((err: unknown) =>
    log.warn({ err, camera_id: cameraId }, 'the facts of a stream could not be stored'),
  );
}
