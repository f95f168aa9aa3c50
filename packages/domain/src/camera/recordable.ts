import { type Reason, reasonCode } from '../reason/reason.ts';

const RECORDABLE_CODECS: readonly string[] = ['h264', 'hevc', 'h265'];

const codecTitles: Readonly<Record<string, string>> = {
  mjpeg: 'MJPEG',
  mpeg4: 'MPEG-4 Part 2',
  mpeg2video: 'MPEG-2',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
};

/** Why a stream cannot be recorded; undefined when it can. Codecs as ffprobe names them. `converts`: any video will do. */
export function recordingObstacle(
  stream: { video: { codec: string } | null },
  { converts }: { converts: boolean } = { converts: false },
): Reason | undefined {
  if (stream.video === null) return reasonCode('stream-without-picture');
  const { codec } = stream.video;
  if (converts || RECORDABLE_CODECS.includes(codec)) return undefined;
  return reasonCode('codec-not-recordable', { codec: codecTitles[codec] ?? codec.slice(0, 20) });
}
