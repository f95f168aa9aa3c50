import type { FrameGrabber } from '@holdfast/media';
import { type RestreamDeps, restreamUrl } from '../restream/restream-url.ts';

const WIDTH = 640;
const LIMIT_MS = 15_000;

/** A current picture of a camera from the restream, small enough for a message. */
export const offeredPicture =
  (deps: RestreamDeps & { grabRestreamFrame: FrameGrabber }) =>
  async (cameraId: string): Promise<Buffer | undefined> => {
    const url = await restreamUrl(deps, { cameraId, stream: 'main' });
    if (url === undefined) return undefined;
    const result = await deps.grabRestreamFrame({ url, width: WIDTH, signal: AbortSignal.timeout(LIMIT_MS) });
    return result.kind === 'ok' ? result.jpeg : undefined;
  };
