import { type Database, findStreamStatus, findVisibleCamera } from '@holdfast/db';
import { type Reason, reasonCode, storedReason } from '@holdfast/domain';
import { type Clock, singleFlight, sleep } from '@holdfast/kit';
import { describeStream, type FrameGrabber, type PictureScaler, type StreamDescription } from '@holdfast/media';
import { Problem } from '../http/problem.ts';
import { type RestreamDeps, restreamUrl } from '../restream/restream-url.ts';
import { isRecorderAlive } from '../system/health.ts';

const KEPT_MS = 2_000;
// Any width may be requested, and each distinct one would start another process.
const WIDTHS = [160, 320, 640, 1280, 1920];
const DESCRIBE_MS = 20_000;
const RETRY_MS = 250;
const RETRIES = 12;
const STREAM = 'main';
const NOT_RUNNING = reasonCode('recorder-not-running');

interface Deps extends RestreamDeps {
  clock: Clock;
  grabRestreamFrame: FrameGrabber;
  scalePicture: PictureScaler;
}

interface LiveFrameRequest {
  cameraId: string;
  userId: string;
  width: number | undefined;
  /** Aborts when the viewer leaves. */
  signal: AbortSignal;
}

interface LiveFrame {
  jpeg: Buffer;
  takenAtMs: number;
}

interface Picture {
  jpeg: Buffer;
  /** When it was requested from the restream: a camera that hangs may deliver its last picture much later. */
  takenAtMs: number;
  receivedAtMs: number;
  byWidth: Map<number, Promise<Buffer>>;
}

/**
 * A current picture from the restream; the camera itself is never contacted. Many viewers of one camera share one picture,
 * which is cached briefly and scaled to every width.
 */
export function createLiveFrame(deps: Deps) {
  const { db, clock, grabRestreamFrame, scalePicture } = deps;
  const kept = new Map<string, Picture>();
  const once = singleFlight<Picture>();

  const grab = async (cameraId: string, signal: AbortSignal): Promise<Picture> => {
    const url = await reachableUrl(deps, { cameraId, signal });
    const takenAtMs = clock.now();
    const result = await grabRestreamFrame({ url, signal });
    if (result.kind !== 'ok') throw unreachable(result.reason);
    const picture = { jpeg: result.jpeg, takenAtMs, receivedAtMs: clock.now(), byWidth: new Map() };
    for (const [id, { receivedAtMs }] of kept) if (clock.now() - receivedAtMs >= KEPT_MS) kept.delete(id);
    kept.set(cameraId, picture);
    return picture;
  };

  const scaled = (picture: Picture, width: number): Promise<Buffer> => {
    const known = picture.byWidth.get(width);
    if (known) return known;
    const made = scalePicture({ jpeg: picture.jpeg, width }).then((result) => {
      if (result.kind !== 'ok') throw unreachable(result.reason);
      return result.jpeg;
    });
    picture.byWidth.set(width, made);
    made.catch(() => picture.byWidth.delete(width));
    return made;
  };

  return async ({ cameraId, userId, width: requestedWidth, signal }: LiveFrameRequest): Promise<LiveFrame> => {
    const camera = await findVisibleCamera(db, { cameraId, userId });
    if (!camera || camera.removedAt !== null) throw new Problem('not-found');
    if (!camera.enabled) throw new Problem('camera-disabled');
    const last = kept.get(camera.id);
    const isFresh = last !== undefined && clock.now() - last.receivedAtMs < KEPT_MS;
    const picture = isFresh
      ? last
      : await once(camera.id, (abandoned) => grab(camera.id, abandoned), signal).catch((err: unknown) => {
          // The client has left: the problem is sent to nobody, but must not count as a server error.
          throw signal.aborted ? unreachable(reasonCode('viewer-left')) : err;
        });
    const width = widthFor(requestedWidth);
    const jpeg = width === undefined ? picture.jpeg : await scaled(picture, width);
    return { jpeg, takenAtMs: picture.takenAtMs };
  };
}

/** With the recorder's reason, which may name hosts: like in the status, only administrators get it. */
export class CameraOffline extends Problem {
  constructor(reason: Reason) {
    super('camera-unreachable', { reason });
  }

  withoutCause(): Problem {
    return unreachable(reasonCode('camera-not-sending'));
  }
}

/** The restream URL of the camera; refuses with the reason if there is none. */
async function reachableUrl(
  deps: RestreamDeps & { clock: Clock },
  { cameraId, signal }: { cameraId: string; signal: AbortSignal },
): Promise<string> {
  const reason = await offlineReason(deps, cameraId);
  if (reason !== undefined) throw new CameraOffline(reason);
  const url = await restreamUrl(deps, { cameraId, stream: STREAM });
  if (url === undefined) throw unreachable(NOT_RUNNING);
  const described = await describeOnceLoaded({
    url,
    signal: AbortSignal.any([signal, AbortSignal.timeout(DESCRIBE_MS)]),
  });
  if (described.kind === 'no-restream') throw unreachable(NOT_RUNNING);
  if (described.kind !== 'described') throw unreachable(reasonCode('camera-not-sending'));
  return url;
}

/** A new camera may be requested before the recorder has loaded it. */
async function describeOnceLoaded(source: { url: string; signal: AbortSignal }): Promise<StreamDescription> {
  for (let left = RETRIES; ; left -= 1) {
    const described = await describeStream(source);
    if (described.kind !== 'unknown' || left === 0 || source.signal.aborted) return described;
    await sleep(RETRY_MS, source.signal);
  }
}

/** The restream waits for a camera that is offline. A running recorder already knows the reason. */
async function offlineReason(
  { db, clock }: { db: Database; clock: Clock },
  cameraId: string,
): Promise<Reason | undefined> {
  const status = await findStreamStatus(db, { cameraId, stream: STREAM });
  if (status?.state !== 'offline' && status?.state !== 'rejected') return undefined;
  if (status.detail === null || !(await isRecorderAlive({ db, clock }))) return undefined;
  return storedReason(status.detail);
}

const unreachable = (reason: Reason) => new Problem('camera-unreachable', { reason });

/** The next available width; beyond the widest, the picture as the camera sends it. */
const widthFor = (requested: number | undefined) =>
  WIDTHS.find((width) => width >= (requested ?? Number.POSITIVE_INFINITY));
