export interface Size {
  width: number;
  height: number;
}

interface Cut {
  /** Start and length, in the time of the input. */
  fromMs: number;
  lengthMs: number;
}

const PREVIEW_WIDTH = 640;

const seconds = (ms: number) => (ms / 1000).toFixed(3);
const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2));
const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostats', '-y', '-protocol_whitelist', 'pipe'];
const PLAIN_MP4 = ['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4'];
const X264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-threads', '2'];

/**
 * Copies pictures and sound. Everything before the cut gets a negative time, which the muxer turns into an edit list: players
 * decode it, but do not show it.
 */
export const copyArgs = ({ fromMs, lengthMs }: Cut, outputName: string): string[] => [
  ...QUIET,
  ...['-itsoffset', seconds(-fromMs), '-f', 'mp4', '-i', 'pipe:0', '-map', '0:v:0', '-map', '0:a:0?'],
  ...['-c', 'copy', '-t', seconds(lengthMs), ...PLAIN_MP4, outputName],
];

export interface EncodedCut extends Cut {
  isPreview: boolean;
  /** Where this piece begins in the clip, if it is one of several: its size and container are then those of all. */
  joined?: { offsetMs: number; size: Size };
}

export function encodeArgs({ fromMs, lengthMs, isPreview, joined }: EncodedCut, outputName: string): string[] {
  const sound = isPreview ? ['-an'] : ['-map', '0:a:0?', '-c:a', 'aac', '-ar', '48000'];
  const container = joined
    ? ['-output_ts_offset', seconds(joined.offsetMs), '-muxdelay', '0', '-f', 'mpegts']
    : PLAIN_MP4;
  return [
    ...[...QUIET, '-f', 'mp4', '-i', 'pipe:0', '-map', '0:v:0'],
    ...['-ss', seconds(fromMs), '-t', seconds(lengthMs), '-vf', filterOf(isPreview, joined?.size)],
    ...[...X264, '-crf', isPreview ? '25' : '20', ...sound, ...container, outputName],
  ];
}

/** Several encoded pieces, end to end on standard input. */
export const joinArgs = (outputName: string): string[] => [
  ...[...QUIET, '-f', 'mpegts', '-i', 'pipe:0', '-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy'],
  ...[...PLAIN_MP4, outputName],
];

function filterOf(isPreview: boolean, size: Size | undefined): string {
  if (size) {
    const box = `${size.width}:${size.height}`;
    return `scale=${box}:force_original_aspect_ratio=decrease,pad=${box}:-1:-1,setsar=1`;
  }
  return isPreview ? `scale=w=min(iw\\,${PREVIEW_WIDTH}):h=-2` : 'scale=trunc(iw/2)*2:trunc(ih/2)*2';
}

/** The common size of the pieces of a clip: that of the first. */
export function joinedSize({ width, height }: Size, isPreview: boolean): Size {
  const scale = isPreview ? Math.min(1, PREVIEW_WIDTH / width) : 1;
  return { width: even(width * scale), height: even(height * scale) };
}
