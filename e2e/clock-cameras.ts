import { startRelay } from '@holdfast/media';
import { type ClockCamera, clockPicture, startClockCamera } from '@holdfast/testkit';

export interface ClockCameras {
  url(stream: 'main' | 'sub'): string;
  /** A camera that loses power, and gets it back. */
  unplug(): Promise<void>;
  plugIn(): void;
  /** A camera whose software hangs: connected, but silent. */
  freeze(): void;
  /** Undoes `unplug` and `freeze` after a test. */
  repair(): Promise<void>;
  close(): Promise<void>;
}

const CAMERA_ID = '00000000-0000-4000-8000-0000000000c1';
// Distinguished by their size, which the video element reports.
const scales = { main: 4, sub: 2 } as const;
export const clockWidths = { main: clockPicture.width * scales.main, sub: clockPicture.width * scales.sub };

/** A camera with two streams and audio that shows this machine's clock, behind its own RTSP server. */
export async function startClockCameras(): Promise<ClockCameras> {
  const server = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
  const urlOf = (stream: 'main' | 'sub') => `rtsp://any:any@127.0.0.1:${server.port}/${CAMERA_ID}/${stream}`;
  let running: ClockCamera[] = [];
  let isFrozen = false;
  const plugIn = () => {
    isFrozen = false;
    running = (['main', 'sub'] as const).map((stream) => {
      server.setSource({ cameraId: CAMERA_ID, stream }, { kind: 'publish' });
      return startClockCamera(urlOf(stream), { framesPerSecond: 5, scale: scales[stream], hasSound: true });
    });
  };
  const unplug = async () => {
    await Promise.all(running.map((camera) => camera.stop()));
    running = [];
  };
  plugIn();
  return {
    url: urlOf,
    plugIn,
    unplug,
    repair: async () => {
      if (running.length > 0 && !isFrozen) return;
      await unplug();
      plugIn();
    },
    freeze: () => {
      isFrozen = true;
      for (const camera of running) camera.freeze();
    },
    close: async () => {
      await unplug();
      await server.close();
    },
  };
}
