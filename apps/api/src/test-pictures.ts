import type { Database } from '@holdfast/db';
import { type Clock, createPermits, type Logger } from '@holdfast/kit';
import { createClipAnimator, createClipRenderer, createFrameExtractor, createKeyframeDecoder } from '@holdfast/media';
import { createClipFiles } from './clips/clip-files.ts';
import { createClipStore } from './clips/clip-store.ts';
import { createDetectorClips } from './clips/detector-clips.ts';
import { createRenderSlots, RENDER_LIMITS } from './clips/render-slots.ts';
import type { FootageFiles } from './footage/footage-files.ts';
import { createPreviewMaker } from './previews/make-previews.ts';
import { createPreviewPacks } from './previews/preview-packs.ts';
import type { TestAppOptions } from './test-app-options.ts';

interface PictureDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  dataDir: string;
  footage: FootageFiles;
}

/** Stills, clips and previews of the server under test. */
export function createTestPictures({ db, clock, log, dataDir, footage }: PictureDeps, options: TestAppOptions) {
  const stillPermits = createPermits(2);
  const realExtractor = createFrameExtractor({ ffmpegPath: 'ffmpeg', timeoutMs: 60_000 });
  const extractFrame = options.aroundExtractFrame?.(realExtractor) ?? realExtractor;
  const renderClip = createClipRenderer({ ffmpegPath: 'ffmpeg', env: process.env });
  const clipParts = {
    clipFiles: createClipFiles({
      dataDir,
      clock,
      ...(options.clipBytes !== undefined && { maxBytes: options.clipBytes }),
    }),
    renderSlots: createRenderSlots({ ...RENDER_LIMITS, ...options.renderLimits }),
    renderClip: options.aroundRenderClip?.(renderClip) ?? renderClip,
    animateClip: createClipAnimator({ ffmpegPath: 'ffmpeg' }),
    thumbWidth: 320,
  };
  const detectorClips = createDetectorClips({
    db,
    clock,
    log,
    clipFiles: clipParts.clipFiles,
    outbound: {},
    detectorEnv: {},
    timeoutMs: 20_000,
  });
  const clipStore = createClipStore({
    db,
    clock,
    log,
    footage,
    extractFrame,
    detectorClips,
    ...clipParts,
  });
  const decodeKeyframes = createKeyframeDecoder({ ffmpegPath: 'ffmpeg' });
  const previewDeps = {
    db,
    log,
    footage,
    packs: createPreviewPacks({ dataDir, maxBytes: options.previewBytes ?? 1024 ** 3 }),
    decodeKeyframes: options.aroundDecodeKeyframes?.(decodeKeyframes) ?? decodeKeyframes,
    permits: stillPermits,
    settings: { intervalMs: 4_000, width: 320, quality: 70, ...options.previewSettings },
  };
  const makePreviews = createPreviewMaker({ ...previewDeps, clock, dataDir });
  return { stillPermits, extractFrame, clipParts, clipStore, previewDeps, makePreviews };
}
