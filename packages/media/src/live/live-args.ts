export interface LivePlan {
  /** Copied as it comes, or made H.264 for a client that cannot play what the camera sends. */
  video: 'copy-h264' | 'copy-hevc' | 'encode-h264';
}

// What is copied is named, so that a camera that has changed since the plan was made ends the child instead of being passed
// on as what the plan says. Of H.265 Apple's players refuse the other name.
const videoArgs: Record<LivePlan['video'], readonly string[]> = {
  'copy-h264': ['-c:v', 'copy', '-tag:v', 'avc1'],
  'copy-hevc': ['-c:v', 'copy', '-tag:v', 'hvc1'],
  'encode-h264': ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '50', '-pix_fmt', 'yuv420p'],
};

/** One fragment a frame, so that a picture waits for nothing but itself. Sound is made AAC: few browsers play the others. */
export function liveOutputArgs({ video }: LivePlan): string[] {
  return [
    ...['-map', '0:v:0', '-map', '0:a:0?', ...videoArgs[video]],
    ...['-c:a', 'aac', '-ar', '48000', '-b:a', '64k', '-flush_packets', '1'],
    ...['-f', 'mp4', '-movflags', '+frag_every_frame+empty_moov+default_base_moof', 'pipe:1'],
  ];
}
