export interface FramePlan {
  colour: 'grey' | 'rgb';
  /** Frames are never enlarged and keep their aspect ratio. */
  maxWidthPx: number;
  fps: number;
  /** Skips the deblocking filter: cheaper, and good enough to detect movement. */
  coarse?: boolean;
}

// PGM and PPM carry their size in front of each frame, so that a camera that changes its resolution needs no new plan.
const ENCODERS = {
  grey: { pixelFormat: 'gray', codec: 'pgm' },
  rgb: { pixelFormat: 'rgb24', codec: 'ppm' },
} as const;

export const frameDecoderArgs = ({ coarse = false }: FramePlan): string[] => [
  // One thread: with several, each frame would wait for the ones being decoded behind it.
  ...['-threads', '1'],
  ...(coarse ? ['-skip_loop_filter', 'all'] : []),
];

export function frameOutputArgs({ colour, maxWidthPx, fps }: FramePlan): string[] {
  const { pixelFormat, codec } = ENCODERS[colour];
  // A little less than the interval, because cameras' timestamps jitter; by its absolute value, because they jump back.
  const leastGapSeconds = (0.9 / fps).toFixed(3);
  const filters = [
    // Unlike the fps filter, this neither waits for the next frame nor repeats the last one.
    `select='isnan(prev_selected_t)+gte(abs(t-prev_selected_t),${leastGapSeconds})'`,
    `scale=w='min(iw,${Math.trunc(maxWidthPx)})':h=-2:flags=area`,
    `format=${pixelFormat}`,
    // Prints the timestamp of each frame, which the raw picture does not carry.
    'showinfo=checksum=0',
  ];
  return [
    ...['-map', '0:v:0', '-an', '-vf', filters.join(','), '-fps_mode', 'passthrough'],
    ...['-c:v', codec, '-flush_packets', '1', '-f', 'image2pipe', 'pipe:1'],
  ];
}
