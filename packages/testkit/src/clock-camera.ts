import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { clockPicture, drawClock } from './clock-picture.ts';

export interface ClockCamera {
  /** Suspends the camera's process; its connections stay open. */
  freeze(): void;
  stop(): Promise<void>;
}

/**
 * A camera that shows the clock of this machine, published to an RTSP address. Its pictures are numbered, not timed: on a slow
 * machine the missing ones are filled in, or the camera's time would run slower than ours.
 */
export function startClockCamera(
  publishUrl: string,
  { framesPerSecond = 20, scale = 1, hasSound = false } = {},
): ClockCamera {
  const { width, height } = clockPicture;
  const rate = String(framesPerSecond);
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    '-video_size',
    `${width}x${height}`,
    '-framerate',
    rate,
    '-i',
    'pipe:0',
  ];
  const tone = hasSound ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=8000'] : [];
  const enlarge = scale === 1 ? [] : ['-vf', `scale=${width * scale}:${height * scale}:flags=neighbor`];
  const encode = [
    ...enlarge,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    // More threads cost more than such small pictures.
    '-threads',
    '1',
    '-g',
    rate,
    '-pix_fmt',
    'yuv420p',
  ];
  const child: ChildProcess = spawn(
    'ffmpeg',
    [
      ...['-loglevel', 'error', ...input, ...tone, ...encode, ...(hasSound ? ['-c:a', 'aac'] : [])],
      ...['-f', 'rtsp', '-rtsp_transport', 'tcp', publishUrl],
    ],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  );
  child.stdin?.on('error', () => undefined);
  const frameMs = 1000 / framesPerSecond;
  let nextMs = Date.now();
  const timer = setInterval(() => {
    for (; nextMs <= Date.now(); nextMs += frameMs) child.stdin?.write(drawClock(nextMs));
  }, frameMs);
  return {
    freeze: () => {
      clearInterval(timer);
      child.kill('SIGSTOP');
    },
    stop: async () => {
      clearInterval(timer);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
