import { Worker } from 'node:worker_threads';
import { type GreyFrame, type PixelMotionSettings, type PixelVerdict, reasonCode } from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';
import type { Frame } from '@holdfast/media';

export type AnalyserRequest =
  | { kind: 'settings'; cameraId: string; settings: PixelMotionSettings }
  | { kind: 'see'; cameraId: string; frame: GreyFrame; atMs: number }
  | { kind: 'forget'; cameraId: string };

export interface AnalyserAnswer {
  cameraId: string;
  atMs: number;
  verdict: PixelVerdict;
}

export interface AnalysedCamera {
  /** While a frame is being analysed the next one waits; a newer frame replaces it. */
  see(frame: Frame): void;
  change(settings: PixelMotionSettings): void;
  close(): void;
}

export interface PixelAnalyser {
  open(
    cameraId: string,
    settings: PixelMotionSettings,
    listener: { onVerdict: (verdict: PixelVerdict, atMs: number) => void; onLost: (reason: string) => void },
  ): AnalysedCamera;
  stop(): Promise<void>;
}

const RESTART_MS = 1_000;
const LOST = reasonCode('motion-analysis-restarting');

interface Watched {
  settings: PixelMotionSettings;
  onVerdict: (verdict: PixelVerdict, atMs: number) => void;
  onLost: (reason: string) => void;
  isBusy: boolean;
  next: Frame | undefined;
}

/**
 * One worker thread that analyses the frames of all cameras. When it dies it is restarted, and every camera is
 * notified.
 */
export function startPixelAnalyser({ log }: { log: Logger }): PixelAnalyser {
  const cameras = new Map<string, Watched>();
  let thread: Worker | undefined;
  let isStopped = false;
  let restart: NodeJS.Timeout | undefined;

  const post = (request: AnalyserRequest, transfer: ArrayBuffer[] = []) => thread?.postMessage(request, transfer);
  const send = (cameraId: string, camera: Watched, { widthPx, heightPx, pixels, capturedMs }: Frame) => {
    camera.isBusy = true;
    post({ kind: 'see', cameraId, frame: { widthPx, heightPx, pixels }, atMs: capturedMs }, [pixels.buffer]);
  };
  const lose = (err: unknown) => {
    thread = undefined;
    if (isStopped) return;
    log.error({ err }, 'motion analysis stopped, starting it again');
    for (const camera of cameras.values()) {
      camera.isBusy = false;
      camera.next = undefined;
      camera.onLost(LOST);
    }
    clearTimeout(restart);
    restart = setTimeout(start, RESTART_MS);
  };
  const start = () => {
    const started = new Worker(new URL('./pixel-analyser-thread.ts', import.meta.url));
    thread = started;
    started.on('message', ({ cameraId, atMs, verdict }: AnalyserAnswer) => {
      const camera = cameras.get(cameraId);
      if (camera === undefined) return;
      const { next } = camera;
      camera.isBusy = false;
      camera.next = undefined;
      if (next) send(cameraId, camera, next);
      camera.onVerdict(verdict, atMs);
    });
    started.once('error', (err) => started === thread && lose(err));
    started.once('exit', (code) => started === thread && lose(new Error(`the thread ended with ${code}`)));
    for (const [cameraId, { settings }] of cameras) post({ kind: 'settings', cameraId, settings });
  };

  return {
    open(cameraId, settings, listener) {
      if (thread === undefined && restart === undefined) start();
      const camera: Watched = { settings, ...listener, isBusy: false, next: undefined };
      cameras.set(cameraId, camera);
      post({ kind: 'settings', cameraId, settings });
      return {
        see(frame) {
          if (thread === undefined) return;
          if (camera.isBusy) camera.next = frame;
          else send(cameraId, camera, frame);
        },
        change(changed) {
          camera.settings = changed;
          post({ kind: 'settings', cameraId, settings: changed });
        },
        close() {
          if (cameras.get(cameraId) !== camera) return;
          cameras.delete(cameraId);
          post({ kind: 'forget', cameraId });
        },
      };
    },
    async stop() {
      isStopped = true;
      clearTimeout(restart);
      await thread?.terminate();
    },
  };
}
