import { reasonCode } from '@holdfast/domain';
import { chooseTracks, type MediaTrack, parseSdp } from '../rtp/sdp.ts';
import { connectCamera } from '../rtsp/camera-connection.ts';
import { parseCameraUrl } from '../rtsp/camera-url.ts';
import { RtspRequester } from '../rtsp/rtsp-requester.ts';
import { refused, SourceError } from '../rtsp/source-state.ts';

export type StreamDescription =
  | { kind: 'described'; tracks: MediaTrack[] }
  /** The restream is up but the camera is not. */
  | { kind: 'unavailable' }
  /** The restream does not have such a stream (yet). */
  | { kind: 'unknown' }
  /** The connection is refused: the recorder is not running. */
  | { kind: 'no-restream' };

const CONNECT_MS = 5_000;
// The restream waits up to ten seconds for a camera that is read on demand.
const ANSWER_MS = 15_000;

/** The tracks of a stream in the restream, without reading it. */
export async function describeStream({
  url,
  signal,
}: {
  url: string;
  signal: AbortSignal;
}): Promise<StreamDescription> {
  const camera = parseCameraUrl(url);
  if (!camera) return { kind: 'no-restream' };
  const connection = await connectCamera({
    camera,
    trust: { kind: 'any' },
    outbound: {},
    timeoutMs: CONNECT_MS,
    signal,
  }).catch(rethrowUnlessUnreachable);
  if (!connection) return { kind: 'no-restream' };
  try {
    const ignore = () => undefined;
    const requester = new RtspRequester({
      connection,
      credentials: camera.credentials,
      timeoutMs: ANSWER_MS,
      onFrame: ignore,
      onChunkEnd: ignore,
    });
    const abort = () => requester.fail(refused(reasonCode('source-stopped')));
    signal.addEventListener('abort', abort, { once: true });
    try {
      const reply = await requester.ask({
        method: 'DESCRIBE',
        uri: camera.uri,
        headers: [['Accept', 'application/sdp']],
      });
      if (reply.status === 404) return { kind: 'unknown' };
      const tracks = reply.status === 200 ? chooseTracks(parseSdp(reply.body.toString('utf8'))?.tracks ?? []) : [];
      return tracks.length > 0 ? { kind: 'described', tracks } : { kind: 'unavailable' };
    } finally {
      signal.removeEventListener('abort', abort);
      abort();
    }
  } catch (error) {
    rethrowUnlessUnreachable(error);
    return { kind: 'unavailable' };
  }
}

function rethrowUnlessUnreachable(error: unknown): undefined {
  if (!(error instanceof SourceError)) throw error;
}
