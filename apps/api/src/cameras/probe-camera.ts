import { recordingObstacle, withPassword } from '@holdfast/domain';
import type { FrameGrabber, SourceProber } from '@holdfast/media';
import { invalidField, Problem } from '../http/problem.ts';
import { requireSource } from './source-fields.ts';

/** The recordable streams at an address, and one picture; the picture may be missing, the facts may not. */
export async function probeCamera(
  { probeSource, grabFrame }: { probeSource: SourceProber; grabFrame: FrameGrabber },
  { text, converts, signal }: { text: string; converts: boolean; signal: AbortSignal },
) {
  const url = withPassword(requireSource(text, '/url'));
  const probed = await probeSource(url, signal);
  if (probed.kind === 'refused') throw invalidField('/url', probed.reason);
  if (probed.kind === 'unreachable') throw new Problem('camera-unreachable', { reason: probed.reason });
  const obstacle = recordingObstacle(probed.facts, { converts });
  if (obstacle !== undefined) throw new Problem('not-recordable', { reason: obstacle });
  const { video, audio } = probed.facts;
  const picture = video ? await grabFrame({ url, width: 640, signal }) : undefined;
  return {
    video,
    audio: audio && { codec: audio.codec, sample_rate: audio.sampleRate, channels: audio.channels },
    jpeg: picture?.kind === 'ok' ? picture.jpeg.toString('base64') : null,
  };
}
