const RECORDABLE_CODECS: readonly string[] = ['h264', 'hevc', 'h265'];

const codecTitles: Readonly<Record<string, string>> = {
  mjpeg: 'MJPEG',
  mpeg4: 'MPEG-4 Part 2',
  mpeg2video: 'MPEG-2',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
};

/** Why a stream cannot be recorded and what to do about it; undefined when it can. Codecs as ffprobe names them. */
export function recordingObstacle(stream: { video: { codec: string } | null }): string | undefined {
  if (stream.video === null)
    return 'This address sends sound without a picture: enter the address of a video stream of the camera.';
  const { codec } = stream.video;
  if (RECORDABLE_CODECS.includes(codec)) return undefined;
  const title = codecTitles[codec] ?? codec.slice(0, 20);
  return `The camera sends ${title}, which cannot be recorded: choose H.264 or H.265 in the video settings of the camera, or enter the address of another of its streams.`;
}
