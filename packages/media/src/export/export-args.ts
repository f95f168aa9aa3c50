export interface ExportEncoding {
  audio: boolean;
  /** Set to draw the clock, which needs a new encoding; the footage is copied bit for bit otherwise. */
  clock?: {
    /** In the time of what is fed: where the file is to begin, and how long it is to be. */
    fromMs: number;
    lengthMs: number;
  };
}

/** Names in the folder that ffmpeg works in, so that no path is ever part of an argument. */
export const CLOCK_FILE = 'clock.ass';

const seconds = (ms: number) => (Math.max(0, ms) / 1000).toFixed(3);

/** Everything is a constant or a number. Footage comes on standard input. */
export function exportArgs({ audio, clock }: ExportEncoding, outputName: string): string[] {
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostats', '-y'],
    ...['-protocol_whitelist', 'pipe', '-f', 'mp4', '-i', 'pipe:0'],
    ...['-map', '0:v:0', ...(audio ? ['-map', '0:a:0?', '-c:a', 'copy'] : ['-an'])],
    ...(clock ? encodeArgs(clock) : ['-c:v', 'copy']),
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'mp4', outputName],
  ];
}

const encodeArgs = ({ fromMs, lengthMs }: NonNullable<ExportEncoding['clock']>): string[] => [
  ...['-ss', seconds(fromMs), '-t', seconds(lengthMs)],
  ...['-vf', `ass=${CLOCK_FILE}`, '-pix_fmt', 'yuv420p'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-threads', '2'],
];
