const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '50', '-pix_fmt', 'yuv420p'];
// AAC is the only codec that all browsers play.
const AAC = ['-map', '0:a:0?', '-c:a', 'aac', '-ar', '48000', '-b:a', '64k'];

/** One fragment per frame, for the lowest latency. */
export const transcodeOutputArgs = ({ sendsSound }: { sendsSound: boolean }): string[] => [
  ...['-map', '0:v:0', ...H264, ...(sendsSound ? AAC : []), '-flush_packets', '1'],
  ...['-f', 'mp4', '-movflags', '+frag_every_frame+empty_moov+default_base_moof', 'pipe:1'],
];
