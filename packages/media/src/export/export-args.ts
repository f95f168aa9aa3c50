import { LAPSE_RATE } from '@holdfast/domain';

export interface ExportEncoding {
  audio: boolean;
  /** Start and length of the file, in the time of the input. */
  fromMs: number;
  lengthMs: number;
}

/** File names inside ffmpeg's working directory, so that no path is ever part of an argument. */
export const CLOCK_FILE = 'clock.ass';

const seconds = (ms: number) => (Math.max(0, ms) / 1000).toFixed(3);

/** All arguments are constants or numbers. Footage is read from standard input. */
export function exportArgs({ audio, fromMs, lengthMs }: ExportEncoding, outputName: string): string[] {
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostats', '-y'],
    ...['-protocol_whitelist', 'pipe', '-f', 'mp4', '-i', 'pipe:0'],
    ...['-map', '0:v:0', ...(audio ? ['-map', '0:a:0?', '-c:a', 'copy'] : ['-an'])],
    ...['-ss', seconds(fromMs), '-t', seconds(lengthMs)],
    ...['-vf', `ass=${CLOCK_FILE}`, '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-threads', '2'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'mp4', outputName],
  ];
}

/**
 * Keyframes on standard input, each at the time of its first frame, become that many frames. The last one is repeated until the
 * end; without a limit ffmpeg would show it for as long as the one before.
 */
export function lapseArgs({ frames, hasClock }: { frames: number; hasClock: boolean }, outputName: string): string[] {
  const filters = [
    `fps=${LAPSE_RATE}:start_time=0`,
    'tpad=stop=-1:stop_mode=clone',
    'scale=trunc(iw/2)*2:trunc(ih/2)*2',
    ...(hasClock ? [`ass=${CLOCK_FILE}`] : []),
  ];
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostats', '-y'],
    ...['-protocol_whitelist', 'pipe', '-f', 'mp4', '-i', 'pipe:0', '-map', '0:v:0', '-an'],
    ...['-vf', filters.join(','), '-frames:v', String(frames), '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-threads', '2'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', outputName],
  ];
}
