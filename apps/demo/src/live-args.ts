import type { DemoCamera } from './demo-cameras.ts';

/**
 * Plays a rendered scene in a loop and burns the current time into it, so it must be re-encoded: a clock that was
 * rendered once would be wrong from then on. At these sizes and ten frames a second that costs little.
 */
export const liveArgs = ({
  camera: { scene, codec },
  file,
  targetUrl,
}: {
  camera: Pick<DemoCamera, 'scene' | 'codec'>;
  file: string;
  targetUrl: string;
}): string[] => [
  ...['-hide_banner', '-loglevel', 'warning', '-nostdin', '-protocol_whitelist', 'file,crypto,data,rtp,tcp,rtsp,pipe'],
  // Frequent progress reports: the simulated detector and the simulated home follow the picture.
  ...['-progress', 'pipe:1', '-stats_period', '0.2'],
  ...['-re', '-stream_loop', '-1', '-i', file, '-map', '0:v:0', '-map', '0:a:0?'],
  ...['-vf', clockFilter(scene.height), ...encoder(codec, scene.fps * 2), '-pix_fmt', 'yuv420p', '-c:a', 'copy'],
  ...['-f', 'rtsp', '-rtsp_transport', 'tcp', targetUrl],
];

const clockFilter = (height: number) => {
  const size = Math.round(height / 20);
  return `drawtext=text='%{localtime\\:%Y-%m-%d %T}':x=${size}:y=h-${2 * size}:fontsize=${size}:fontcolor=white:box=1:boxcolor=black@0.55:boxborderw=${Math.round(size / 3)}`;
};

function encoder(codec: DemoCamera['codec'], keyframeEvery: number): string[] {
  const gop = String(keyframeEvery);
  switch (codec) {
    case 'h264':
      return [
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-tune',
        'zerolatency',
        '-crf',
        '26',
        '-g',
        gop,
        '-threads',
        '1',
      ];
    case 'h265':
      return [
        ...['-c:v', 'libx265', '-preset', 'ultrafast', '-tune', 'zerolatency', '-crf', '30', '-x265-params'],
        `keyint=${gop}:min-keyint=${gop}:bframes=0:repeat-headers=1:pools=1:frame-threads=1:log-level=error`,
      ];
  }
}
