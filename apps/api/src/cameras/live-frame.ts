import { type Database, findCamera, findVisibleCamera } from '@holdfast/db';
import { withPassword } from '@holdfast/domain';
import { type Clock, type SecretBox, singleFlight } from '@holdfast/kit';
import type { FrameGrabber } from '@holdfast/media';
import { Problem } from '../http/problem.ts';
import { openSource } from './source-fields.ts';

const KEPT_MS = 2_000;
const MOST_KEPT = 256;
// Any width may be asked for; were each made, every one would be another connection and another decoder.
const WIDTHS = [160, 320, 640, 1280, 1920];

interface Deps {
  db: Database;
  clock: Clock;
  secrets: SecretBox;
  grabFrame: FrameGrabber;
}

interface Asked {
  cameraId: string;
  userId: string;
  width: number | undefined;
  /** Aborts when the viewer leaves. */
  signal: AbortSignal;
}

/** A picture of now. Many viewers of one camera cost one connection, and a moment's picture serves them all. */
export function createLiveFrame({ db, clock, secrets, grabFrame }: Deps) {
  const kept = new Map<string, { jpeg: Buffer; at: number }>();
  const once = singleFlight<Buffer>();

  const grab = async (cameraId: string, width: number | undefined, signal: AbortSignal): Promise<Buffer> => {
    const camera = await findCamera(db, cameraId);
    if (!camera) throw new Problem('not-found');
    const source = openSource(secrets, { url: camera.mainUrl, password: camera.mainPassword });
    const result = await grabFrame({ url: withPassword(source), signal, ...(width !== undefined && { width }) });
    if (result.kind !== 'ok') throw new Problem('camera-unreachable', { detail: result.reason });
    return result.jpeg;
  };

  return async ({ cameraId, userId, width: asked, signal }: Asked): Promise<Buffer> => {
    const camera = await findVisibleCamera(db, { cameraId, userId });
    if (!camera) throw new Problem('not-found');
    const width = widthFor(asked);
    const key = `${camera.id} ${width ?? 'full'}`;
    const fresh = kept.get(key);
    if (fresh && clock.now() - fresh.at < KEPT_MS) return fresh.jpeg;
    const jpeg = await once(key, (abandoned) => grab(camera.id, width, abandoned), signal).catch((err: unknown) => {
      // Nobody will read it; it is only not to be taken for a fault of ours.
      throw signal.aborted ? new Problem('camera-unreachable', { detail: 'The viewer left.' }) : err;
    });
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, { jpeg, at: clock.now() });
    return jpeg;
  };
}

/** The next width there is; beyond the widest the picture as the camera sends it. */
const widthFor = (asked: number | undefined) => WIDTHS.find((width) => width >= (asked ?? Number.POSITIVE_INFINITY));
