import { randomUUID } from 'node:crypto';
import type { PassResult } from '@holdfast/domain';
import { type Crop, encodeCrop } from '@holdfast/media';
import { createPassReader } from '../passes/pass-reader.ts';
import type { QueuedRead } from '../queue/queued-read.ts';
import type { ReadQueue } from '../queue/read-queue.ts';
import type { CameraSettings, WantedWork } from './camera-settings.ts';
import { type WatchOptions, watchCamera } from './watch-camera.ts';

export interface CameraWorkOptions extends Omit<WatchOptions, 'settings' | 'passes' | 'onResults'> {
  cameraId: string;
  queue: ReadQueue<QueuedRead>;
  /** Called when a read was put into the queue. */
  onQueued: () => void;
  passGapMs: number;
  passMaxMs: number;
  reappearGapMs: number;
}

export interface CameraWork {
  /** Starts, changes or stops reading; resolves when it is done. */
  set(work: WantedWork): Promise<void>;
  /** Stops reading, ends the passes in progress and waits for their writes; queued reads stay for the next start. */
  stop(): Promise<void>;
}

/** Reads the camera according to its settings. Queued reads are dropped when reading is switched off. */
export function createCameraWork(options: CameraWorkOptions): CameraWork {
  const { cameraId, queue, onQueued, ffmpegPath, log } = options;
  let settings: CameraSettings | undefined;
  let running: { stop: () => Promise<void> } | undefined;
  // Outlives a change of settings, so that a plate is not reported again because a zone was moved.
  const passes = createPassReader<Crop>({
    limits: { gapMs: options.passGapMs, longestMs: options.passMaxMs },
    reappearGapMs: options.reappearGapMs,
    country: () => settings?.country,
    minConfidence: () => settings?.minConfidence,
  });

  const enqueue = async (result: PassResult<Crop>) => {
    const { best, text, rawText, confidence } = result;
    if (settings === undefined) return;
    const jpeg = best.evidence && (await encodeCrop(best.evidence, { ffmpegPath }));
    if (settings === undefined) return;
    await queue.add({
      camera_id: cameraId,
      plate: text,
      plate_raw: rawText,
      confidence,
      provider_event_id: randomUUID(),
      ts: new Date(best.tsMs).toISOString(),
      bbox: [...best.box],
      ...(jpeg && { crop_jpeg: jpeg.toString('base64') }),
    });
    // A plate is personal data: it does not belong in a log that is always written.
    log.debug({ plate: text, confidence: Number(confidence.toFixed(3)), frames: result.frames }, 'read a plate');
    onQueued();
  };
  let adding = Promise.resolve();
  const onResults = (results: readonly PassResult<Crop>[]) => {
    for (const result of results)
      adding = adding
        .then(() => enqueue(result))
        .catch((err: unknown) => log.error({ err }, 'a read could not be queued'));
  };

  const halt = async () => {
    await running?.stop();
    running = undefined;
    await adding;
  };

  return {
    async stop() {
      await halt();
      onResults(passes.finish());
      await adding;
    },
    async set(work) {
      await halt();
      if (work.kind === 'idle') {
        if (settings !== undefined || queue.size > 0)
          log.info({ reason: work.reason, dropped: queue.size }, 'not reading plates');
        settings = undefined;
        await queue.clear();
        return;
      }
      settings = work.settings;
      const stopping = new AbortController();
      const done = watchCamera({ ...options, settings: work.settings, passes, onResults }, stopping.signal);
      running = {
        stop: async () => {
          stopping.abort();
          await done;
        },
      };
    },
  };
}
