/** The video codecs that clients have to distinguish. */
export const videoCodecs = ['h264', 'h265', 'other'] as const;
export type VideoCodecName = (typeof videoCodecs)[number];

/** From an RFC 6381 name such as `avc1.640028`. */
export function videoCodecOf(codecString: string): VideoCodecName {
  if (/^avc[1-4]\b/i.test(codecString)) return 'h264';
  return /^(hvc1|hev1|dvh1|dvhe)\b/i.test(codecString) ? 'h265' : 'other';
}
