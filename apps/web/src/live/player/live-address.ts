import { ApiProblem } from '@holdfast/client';
import type { AddressAnswer, LiveForm } from '@holdfast/ui';
import { api } from '../../api/api.ts';

/** The live address of a camera, with a new token each time, which is cheap and never stale. */
export async function liveAddress(cameraId: string, { stream, transcode, sound }: LiveForm): Promise<AddressAnswer> {
  try {
    const { token } = await api.mediaToken.create({ query: { camera_id: cameraId } });
    const url = new URL(`/live/${cameraId}`, location.origin);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const form = { ...(transcode && { transcode: 'h264' }), ...(!sound && { sound: 'off' }) };
    url.search = new URLSearchParams({ token, stream, ...form }).toString();
    return { kind: 'address', url: url.href };
  } catch (err) {
    return answerTo(err);
  }
}

function answerTo(err: unknown): AddressAnswer {
  if (!(err instanceof ApiProblem)) return { kind: 'lost', reason: 'lost' };
  if (err.status === 404) return { kind: 'refused', reason: 'gone' };
  if (err.status === 403) return { kind: 'refused', reason: 'no-access' };
  return { kind: 'lost', reason: err.status === 401 ? 'no-session' : 'lost' };
}
