const names: readonly (readonly [RegExp, string])[] = [
  [/avc[13]|h264/i, 'H.264'],
  [/hvc1|hev1|hevc|h265/i, 'H.265'],
  [/av01/i, 'AV1'],
  [/mjpeg|jpeg/i, 'MJPEG'],
  [/mpeg4|mp4v/i, 'MPEG-4'],
  [/mp4a|aac/i, 'AAC'],
  [/opus/i, 'Opus'],
  [/pcm_mulaw|pcmu|pcm_alaw|pcma|g711/i, 'G.711'],
  [/mp3/i, 'MP3'],
];

/** Common codec names: `video/mp4; codecs="avc1.64001f, mp4a.40.2"` is "H.264, AAC". Unknown ones stay as they are. */
export function codecName(text: string): string {
  const list = /codecs="([^"]*)"/.exec(text)?.[1] ?? text;
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => names.find(([pattern]) => pattern.test(one))?.[1] ?? one)
    .join(', ');
}
