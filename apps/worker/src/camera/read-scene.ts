import { detectionRegion, type PlateReading, withMargin } from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';
import { type Crop, cutCrop, type HeldPicture, type HeldVideo } from '@holdfast/media';
import type { PlateEngine } from '../engine/plate-engine.ts';
import type { PassReader } from '../passes/pass-reader.ts';
import type { CameraSettings } from './camera-settings.ts';
import { LagGuard } from './lag-guard.ts';
import type { GateWatch } from './watch-gate.ts';

export interface ReadSceneOptions {
  video: HeldVideo;
  engine: PlateEngine;
  settings: CameraSettings;
  passes: PassReader<Crop>;
  onResults: (results: ReturnType<PassReader<Crop>['addFrame']>) => void;
  gate: Pick<GateWatch, 'movedAtMs'>;
  sampleFps: number;
  /** How long to continue after the last movement. */
  holdMs: number;
  threads: number;
  ffmpegPath: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  log: Logger;
}

/** Buffered pictures older than this before the movement are skipped. */
const BEFORE_MOVEMENT_MS = 1_000;
const CROP_MARGIN = 0.25;
/** A stalled stream must not occupy a decoder forever. */
const SILENT_MS = 10_000;
const REPORT_MS = 60_000;

/** Decodes and reads from the buffered keyframe until nothing has moved for a while. */
export async function readScene(options: ReadSceneOptions): Promise<void> {
  const { video, engine, settings, passes, onResults, gate, sampleFps, holdMs, threads, ffmpegPath, env, signal, log } =
    options;
  const beganMs = (gate.movedAtMs ?? Date.now()) - BEFORE_MOVEMENT_MS;
  const region = detectionRegion(settings.zones);
  const decoding = video.decode({
    ffmpegPath,
    env,
    threads,
    fps: sampleFps,
    input: engine.detector.description.input,
    ...(region && { region }),
  });
  signal.addEventListener('abort', decoding.stop, { once: true });
  const silence = setTimeout(decoding.stop, SILENT_MS);
  const lag = new LagGuard();
  let reportedSkips = 0;
  let reportedMs = performance.now();
  const reportSkips = () => {
    if (lag.skipped === reportedSkips) return;
    log.warn({ skipped: lag.skipped - reportedSkips }, 'skipped frames to keep up with the camera');
    reportedSkips = lag.skipped;
  };
  let isTooSlow = false;
  try {
    for await (const picture of decoding.pictures) {
      silence.refresh();
      if (signal.aborted) break;
      if (picture.capturedMs < beganMs) continue;
      if (picture.capturedMs - (gate.movedAtMs ?? 0) > holdMs) break;
      const verdict = lag.judge(picture.capturedMs, Date.now());
      isTooSlow = verdict === 'start-again';
      if (isTooSlow) break;
      // A busy scene may last for hours.
      if (performance.now() - reportedMs > REPORT_MS) {
        reportSkips();
        reportedMs = performance.now();
      }
      if (verdict === 'skip') continue;
      const sightings = await engine.read(picture, {
        tsMs: picture.capturedMs,
        zones: settings.zones,
        ...(region && { region }),
      });
      const readings = sightings.map(({ reading }) => withCrop(reading, picture));
      onResults(passes.addFrame(readings, picture.capturedMs));
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', decoding.stop);
    decoding.stop();
  }
  const end = await decoding.end;
  if (isTooSlow || end.kind === 'cannot-keep-up')
    log.warn('decoding is too slow for this stream, starting again at the newest picture');
  reportSkips();
}

const withCrop = (reading: PlateReading<undefined>, picture: HeldPicture): PlateReading<Crop> => ({
  ...reading,
  evidence: cutCrop(picture, withMargin(reading.box, CROP_MARGIN)),
});
