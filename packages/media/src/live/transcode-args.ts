const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '50', '-pix_fmt', 'yuv420p'];
// Few browsers play anything but AAC.
const AAC = ['-map', '0:a:0?', '-c:a', 'aac', '-ar', '48000', '-b:a', '64k'];

/** One fragment a frame, so that a picture waits for nothing but itself. */
export const transcodeOutputArgs = ({ sendsSound }: { sendsSound: boolean }): string[] => [
  ...['-map', '0:v:0', ...H264, ...(sendsSound ? AAC : []), '-flush_packets', '1'],
  ...['-f', 'mp4', '-movflags', '+frag_every_frame+empty_moov+default_base_moof', 'pipe:1'],
];
