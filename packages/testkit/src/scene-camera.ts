import { createServer, type Socket } from 'node:net';
import { type GstCamera, startGstCamera } from './gst-camera.ts';

export interface SceneCamera {
  url: string;
  /** Pictures sent so far. */
  frames(): number;
  /** Something drives through the picture until it is stopped. */
  setMoving(isMoving: boolean): void;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const WIDTH = 320;
const HEIGHT = 180;
const FPS = 10;
const PX_PER_FRAME = 6;
const SIZE = { width: 40, height: 24 };
/** Grey levels up or down. */
const NOISE = 4;
const NOISY_YARDS = 24;

/**
 * An RTSP camera that looks at a yard in which something moves when the test wants it to. With the noise of a sensor, a still
 * picture takes as many bytes as a moving one.
 */
export async function startSceneCamera({ hasNoise = false } = {}): Promise<SceneCamera> {
  const readers = new Set<Socket>();
  const server = createServer((socket) => {
    readers.add(socket);
    socket.on('error', () => readers.delete(socket)).on('close', () => readers.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const yards = Array.from({ length: hasNoise ? NOISY_YARDS : 1 }, () => drawYard(hasNoise ? NOISE : 0));
  let frames = 0;
  let x = -SIZE.width;
  let yardNumber = 0;
  let isMoving = false;
  let nextMs = performance.now();
  const timer = setInterval(() => {
    for (; nextMs <= performance.now(); nextMs += 1000 / FPS) {
      frames += 1;
      if (isMoving) x = x > WIDTH ? -SIZE.width : x + PX_PER_FRAME;
      else x = -SIZE.width;
      // Never the same two in a row, nor in the same order.
      yardNumber = (yardNumber + 1 + Math.floor(Math.random() * (yards.length - 1))) % yards.length;
      const picture = drawCar(yards[yardNumber] ?? Buffer.alloc(0), x);
      for (const reader of readers) reader.write(picture);
    }
  }, 20);
  const camera: GstCamera = await startGstCamera({
    mounts: {
      '/scene':
        `( tcpclientsrc host=127.0.0.1 port=${port} ! rawvideoparse width=${WIDTH} height=${HEIGHT}` +
        ` format=gray8 framerate=${FPS}/1 ! videoconvert ! video/x-raw,format=I420` +
        ` ! x264enc tune=zerolatency speed-preset=ultrafast threads=1 bitrate=500 key-int-max=${FPS}` +
        ' ! h264parse config-interval=-1 ! rtph264pay name=pay0 pt=96 )',
    },
  });
  const close = async (end: () => Promise<void>) => {
    clearInterval(timer);
    await end();
    for (const reader of readers) reader.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: camera.url('/scene'),
    frames: () => frames,
    setMoving: (wanted) => {
      isMoving = wanted;
    },
    kill: () => close(camera.kill),
    stop: () => close(camera.stop),
  };
}

function drawYard(noise: number): Buffer {
  const yard = Buffer.alloc(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1)
      yard[y * WIDTH + x] =
        90 + ((x >> 3) % 5) * 6 + ((y >> 3) % 3) * 9 + (y > 120 ? 30 : 0) + Math.round((Math.random() * 2 - 1) * noise);
  return yard;
}

function drawCar(yard: Buffer, left: number): Buffer {
  const picture = Buffer.from(yard);
  for (let y = 100; y < 100 + SIZE.height; y += 1)
    for (let x = Math.max(0, left); x < Math.min(WIDTH, left + SIZE.width); x += 1) picture[y * WIDTH + x] = 25;
  return picture;
}
