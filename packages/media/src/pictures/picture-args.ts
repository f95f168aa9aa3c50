import type { FrameSize, NormalizedBox } from '@holdfast/domain';

/** The pictures to decode, and their form. */
export interface PicturePlan {
  /** The size of the model's input. */
  input: FrameSize;
  /** The region that the model gets; the whole picture if omitted. */
  region?: NormalizedBox;
  /** Limits the frame rate, by the timestamps; all pictures if omitted. */
  take?: { fps: number };
  threads: number;
}

/** The file descriptor of the letterboxed pictures. */
export const LETTERBOX_PIPE = 3;
/** The padding colour that the models were trained with. */
const PADDING_COLOUR = '0x727272';

const fraction = (value: number) => value.toFixed(6);

function cropFilter([x, y, width, height]: NormalizedBox): string {
  return `crop=w=iw*${fraction(width)}:h=ih*${fraction(height)}:x=iw*${fraction(x)}:y=ih*${fraction(y)}:exact=1`;
}

/** Scaled and rounded in the same way as `letterboxOf`. */
function letterboxFilters({ width, height }: FrameSize): string {
  const scale = `min(${width}/iw\\,${height}/ih)`;
  const side = (most: number, whole: 'iw' | 'ih') => `max(1\\,min(${most}\\,floor(${whole}*${scale}+0.5)))`;
  return [
    `scale=w=${side(width, 'iw')}:h=${side(height, 'ih')}:flags=bilinear`,
    'format=rgb24',
    `pad=w=${width}:h=${height}:x=floor((ow-iw)/2):y=floor((oh-ih)/2):color=${PADDING_COLOUR}`,
  ].join(',');
}

// A little less than the interval, because timestamps jitter.
const selectFilter = (take: { fps: number }): string =>
  `select=isnan(prev_selected_t)+gte(t-prev_selected_t\\,${(0.9 / take.fps).toFixed(3)})`;

/** Filters and outputs: the picture on standard output, the model's input on a second pipe. */
export function pictureOutputArgs({ input, region, take }: PicturePlan): string[] {
  const chosen = take === undefined ? '' : `${selectFilter(take)},`;
  const shown = region === undefined ? '' : `${cropFilter(region)},`;
  const graph = [
    `[0:v:0]${chosen}scale=out_range=full,format=yuvj420p,showinfo=checksum=0,split[whole][shown]`,
    `[shown]${shown}${letterboxFilters(input)}[boxed]`,
  ].join(';');
  const passThrough = ['-fps_mode', 'passthrough', '-flush_packets', '1'];
  return [
    ...['-filter_complex_threads', '1', '-filter_complex', graph],
    ...['-map', '[whole]', ...passThrough, '-strict', '-1', '-f', 'yuv4mpegpipe', 'pipe:1'],
    ...['-map', '[boxed]', ...passThrough, '-f', 'rawvideo', `pipe:${LETTERBOX_PIPE}`],
  ];
}

// The timestamps of showinfo are logged at this level.
const LOG_INFO = ['-hide_banner', '-nostats', '-loglevel', 'level+info'];

/** For a picture or video file. */
export const fileInputArgs = (path: string, threads: number, kind: 'image' | 'video' = 'video'): string[] => [
  ...LOG_INFO,
  '-nostdin',
  // ffmpeg would take the name for the pattern of a numbered series.
  ...(kind === 'image' && path.includes('%') ? ['-f', 'image2', '-pattern_type', 'none'] : []),
  ...['-threads', String(threads), '-protocol_whitelist', 'file', '-i', `file:${path}`],
];

/** For fragments of MP4 on standard input, whose timestamps are kept as they are. */
export const fragmentInputArgs = (threads: number): string[] => [
  ...LOG_INFO,
  ...['-threads', String(threads), '-protocol_whitelist', 'pipe', '-probesize', '32', '-analyzeduration', '0'],
  ...['-copyts', '-f', 'mp4', '-i', 'pipe:0'],
];
