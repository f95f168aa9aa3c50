import { type Database, findCamera, findVisibleCamera } from '@holdfast/db';
import { withPassword } from '@holdfast/domain';
import { type Clock, type SecretBox, singleFlight } from '@holdfast/kit';
import type { FrameGrabber } from '@holdfast/media';
import { Problem } from '../http/problem.ts';
import { openSource } from './source-fields.ts';

const KEPT_MS = 2_000;
const MOST_KEPT = 256;

interface Deps {
  db: Database;
  clock: Clock;
  secrets: SecretBox;
  grabFrame: FrameGrabber;
}

/** A picture of now. Many viewers of one camera cost one connection, and a moment's picture serves them all. */
export function createLiveFrame({ db, clock, secrets, grabFrame }: Deps) {
  const kept = new Map<string, { jpeg: Buffer; at: number }>();
  const once = singleFlight<Buffer>();

  const grab = async (cameraId: string, width: number | undefined): Promise<Buffer> => {
    const camera = await findCamera(db, cameraId);
    if (!camera) throw new Problem('not-found');
    const source = openSource(secrets, { url: camera.mainUrl, password: camera.mainPassword });
    const result = await grabFrame({ url: withPassword(source), ...(width !== undefined && { width }) });
    if (result.kind !== 'ok') throw new Problem('camera-unreachable', { detail: result.reason });
    return result.jpeg;
  };

  return async ({
    cameraId,
    userId,
    width,
  }: {
    cameraId: string;
    userId: string;
    width: number | undefined;
  }): Promise<Buffer> => {
    const camera = await findVisibleCamera(db, { cameraId, userId });
    if (!camera) throw new Problem('not-found');
    const key = `${camera.id} ${width ?? 'full'}`;
    const fresh = kept.get(key);
    if (fresh && clock.now() - fresh.at < KEPT_MS) return fresh.jpeg;
    const jpeg = await once(key, () => grab(camera.id, width));
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, { jpeg, at: clock.now() });
    return jpeg;
  };
}
