import type { FrameSize, NormalizedBox } from '@holdfast/domain';

/** What is wanted of each picture, and which pictures. */
export interface PicturePlan {
  /** The size of the model's input. */
  input: FrameSize;
  /** The part of the picture that the model is shown; all of it when left out. */
  region?: NormalizedBox;
  /** Which pictures: every n-th, or so many a second by their timestamps; all of them when left out. */
  take?: { every: number } | { fps: number };
  threads: number;
}

/** The pipe that carries the letterboxed pictures. */
export const LETTERBOX_PIPE = 3;
/** The ground of the letterbox, as the models were trained with. */
const GROUND = '0x727272';

const fraction = (value: number) => value.toFixed(6);

function cropFilter([x, y, width, height]: NormalizedBox): string {
  return `crop=w=iw*${fraction(width)}:h=ih*${fraction(height)}:x=iw*${fraction(x)}:y=ih*${fraction(y)}:exact=1`;
}

/** Scaled as `letterboxOf` works it out, rounding included. */
function letterboxFilters({ width, height }: FrameSize): string {
  const scale = `min(${width}/iw\\,${height}/ih)`;
  const side = (most: number, whole: 'iw' | 'ih') => `max(1\\,min(${most}\\,floor(${whole}*${scale}+0.5)))`;
  return [
    `scale=w=${side(width, 'iw')}:h=${side(height, 'ih')}:flags=bilinear`,
    'format=rgb24',
    `pad=w=${width}:h=${height}:x=floor((ow-iw)/2):y=floor((oh-ih)/2):color=${GROUND}`,
  ].join(',');
}

function selectFilter(take: { every: number } | { fps: number }): string {
  if ('every' in take) return `select=not(mod(n\\,${Math.trunc(take.every)}))`;
  // A little less than the interval, because timestamps jitter.
  return `select=isnan(prev_selected_t)+gte(t-prev_selected_t\\,${(0.9 / take.fps).toFixed(3)})`;
}

/** The filters and outputs: the picture itself on standard output, and beside it what the model is shown. */
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

// The timestamps that showinfo prints are at this level.
const TALKATIVE = ['-hide_banner', '-nostats', '-loglevel', 'level+info'];

/** For a file of pictures. */
export const fileInputArgs = (path: string, threads: number): string[] => [
  ...TALKATIVE,
  '-nostdin',
  ...['-threads', String(threads), '-protocol_whitelist', 'file', '-i', `file:${path}`],
];

/** For video without a container, as it comes on standard input. */
export const bareVideoInputArgs = (codec: 'h264' | 'h265', threads: number): string[] => [
  ...TALKATIVE,
  ...['-threads', String(threads), '-protocol_whitelist', 'pipe', '-probesize', '32', '-analyzeduration', '0'],
  ...['-f', codec === 'h264' ? 'h264' : 'hevc', '-i', 'pipe:0'],
];
