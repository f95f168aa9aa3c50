import { type PixelVerdict, reasonCode, type StreamRef, type WatchedCamera } from '@holdfast/domain';
import { type FrameHealth, startFrameDecoder } from '@holdfast/media';
import type { FfmpegTool } from '../restream/ffmpeg-tool.ts';
import type { CameraMotion } from './camera-motion.ts';
import type { RunningSource } from './motion-cameras.ts';
import type { MotionEvents, OpenMotionEvent } from './motion-events.ts';
import type { MotionViews } from './motion-views.ts';
import type { PixelAnalyser } from './pixel-analyser.ts';

export interface PixelSourceDeps {
  analyser: PixelAnalyser;
  /** Called before each start of the decoder, because an address is valid for one connection. */
  urlOf: (ref: StreamRef) => string;
  ffmpeg: FfmpegTool;
  events: MotionEvents;
  views: MotionViews;
  nowMs: () => number;
}

const WIDTH_PX = 320;
/** Decoding the main stream costs more. */
const FPS = { sub: 5, main: 3 };
/** Motion ends after this long without movement, so that a short pause does not end it. */
const QUIET_MS = 2_000;
/** Without a verdict for this long the source counts as failed, regardless of the decoder's reports. */
const SILENT_MS = 10_000;
const WATCH_MS = 1_000;
const KEY = 'pixels';

/** Decodes a camera's sub stream, analyses its frames and reports motion. */
export function startPixelSource(camera: WatchedCamera, motion: CameraMotion, deps: PixelSourceDeps): RunningSource {
  const { cameraId } = camera;
  let { pixel } = camera;
  const stream = pixel?.stream ?? 'main';
  let isAble = false;
  let event: OpenMotionEvent | undefined;
  let lastMovingMs = 0;
  let lastVerdictMs = performance.now();

  const endMotion = () => {
    event?.end(lastMovingMs);
    event = undefined;
  };
  const lose = (reason: string) => {
    isAble = false;
    endMotion();
    motion.step({ kind: 'unable', source: 'pixel', reason });
  };
  const onVerdict = (verdict: PixelVerdict, atMs: number) => {
    lastVerdictMs = performance.now();
    deps.views.note(cameraId, verdict, atMs);
    if (!verdict.isWarm) return;
    // After the clock was set back, motion would seem to be going on until the clock has caught up.
    lastMovingMs = Math.min(lastMovingMs, atMs);
    if (verdict.isMoving) {
      lastMovingMs = atMs;
      motion.noteCells(verdict.cells, atMs);
    }
    if (!isAble) {
      isAble = true;
      motion.step({ kind: 'able', source: 'pixel', active: [] });
    }
    if (verdict.isMoving && event === undefined) {
      const fromMs = Math.min(atMs, verdict.movingSinceMs ?? atMs);
      event = deps.events.begin(cameraId, fromMs);
      motion.step({ kind: 'start', source: 'pixel', key: KEY, fromMs });
    }
    if (verdict.isMoving) event?.see({ score: verdict.score, box: verdict.box });
    else if (event !== undefined && atMs - lastMovingMs >= QUIET_MS) {
      endMotion();
      motion.step({ kind: 'stop', source: 'pixel', key: KEY });
    }
  };
  const settingsOf = () => ({ mask: pixel?.mask ?? [], threshold: pixel?.threshold ?? null });
  const analysed = deps.analyser.open(cameraId, settingsOf(), { onVerdict, onLost: lose });
  const onHealth = (health: FrameHealth) => {
    if (health.kind === 'failed') lose(health.reason);
  };
  const decoder = startFrameDecoder({
    ffmpegPath: deps.ffmpeg.path,
    env: deps.ffmpeg.env,
    url: () => deps.urlOf({ cameraId, stream }),
    colour: 'grey',
    maxWidthPx: WIDTH_PX,
    fps: FPS[stream],
    coarse: true,
    nowMs: deps.nowMs,
    onFrame: analysed.see,
    onHealth,
  });
  const watch = setInterval(() => {
    if (isAble && performance.now() - lastVerdictMs > SILENT_MS) lose(reasonCode('motion-analysis-silent'));
  }, WATCH_MS);

  return {
    change(next) {
      if (next.pixel?.stream !== stream) return false;
      pixel = next.pixel;
      analysed.change(settingsOf());
      return true;
    },
    stop() {
      clearInterval(watch);
      endMotion();
      analysed.close();
      deps.views.forget(cameraId);
      void decoder.stop();
    },
  };
}
