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
