import { previewGridMs } from './preview-grid.ts';
import { createPreviewStore, type Preview, type PreviewWish } from './preview-store.ts';
import { exactWish, nearWish, nearWishes, type ScrubMoment } from './preview-wishes.ts';

/** Shows the previews of one camera over its player while scrubbing. */
export interface Cover {
  canvas: HTMLCanvasElement;
  /** Called with the time of the displayed preview; undefined while there is none. */
  onPicture(takenAtMs: number | undefined): void;
}

export interface ScrubberDeps {
  loadPreview(wish: PreviewWish, signal: AbortSignal): Promise<Preview<ImageBitmap>>;
  nowMs: () => number;
}

export interface Scrubber {
  cover(cameraId: string, cover: Cover): () => void;
  /** Shows this moment on the covers of these cameras: at once the nearest loaded preview, then the right one. */
  show(cameraIds: readonly string[], moment: ScrubMoment): void;
  /** Draws one camera's preview into a canvas and returns its time; undefined while there is none. */
  peek(cameraId: string, moment: ScrubMoment, canvas: HTMLCanvasElement): number | undefined;
  uncover(): void;
  onPicture(listener: () => void): () => void;
  stop(): void;
}

/** After a rest this long the exact picture is loaded instead of the keyframe before it. */
const REST_MS = 250;
const MAX_KEPT = 160;
const MAX_LOADS = 5;

export function createScrubber({ loadPreview, nowMs }: ScrubberDeps): Scrubber {
  const covers = new Map<string, Cover>();
  const listeners = new Set<() => void>();
  let shown: { cameraIds: readonly string[]; moment: ScrubMoment } | undefined;
  let last = { atMs: 0, cameras: '' };
  let direction = 1;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  const store = createPreviewStore<ImageBitmap>({
    load: loadPreview,
    release: (picture) => picture.close(),
    onChange: () => {
      paintCovers();
      for (const listener of listeners) listener();
    },
    nowMs,
    maxKept: MAX_KEPT,
    maxLoads: MAX_LOADS,
  });

  const want = (cameraIds: readonly string[], moment: ScrubMoment) => {
    const cameras = cameraIds.join();
    // The pointer may go from one camera to another without leaving the moment.
    if (moment.atMs === last.atMs && cameras === last.cameras) return;
    direction = Math.sign(moment.atMs - last.atMs) || direction;
    last = { atMs: moment.atMs, cameras };
    store.want(nearWishes(cameraIds, moment, direction));
    clearTimeout(restTimer);
    restTimer = setTimeout(() => {
      const recorded = cameraIds.filter((id) => nearWish(id, moment) !== undefined);
      store.want([...recorded.map((id) => exactWish(id, moment)), ...nearWishes(cameraIds, moment, direction)]);
    }, REST_MS);
  };
  /** `isWanted`: the requested picture, not a substitute. */
  const previewFor = (cameraId: string, moment: ScrubMoment) => {
    const wish = nearWish(cameraId, moment);
    if (!wish) return undefined;
    const wanted = store.find(exactWish(cameraId, moment)) ?? store.find(wish);
    const shown = wanted ?? store.nearest(wish, 40 * previewGridMs(moment.msPerPx));
    return shown && { ...shown, isWanted: wanted !== undefined };
  };
  const paintCovers = () => {
    if (!shown) return;
    for (const cameraId of shown.cameraIds) {
      const cover = covers.get(cameraId);
      if (!cover) continue;
      const found = previewFor(cameraId, shown.moment);
      cover.canvas.dataset.shows = found ? 'picture' : nearWish(cameraId, shown.moment) ? 'waiting' : 'nothing';
      cover.canvas.dataset.exact = String(found?.isWanted === true);
      if (found) draw(found.picture, cover.canvas);
      cover.onPicture(found?.takenAtMs);
    }
  };

  return {
    cover: (cameraId, cover) => {
      covers.set(cameraId, cover);
      return () => void covers.delete(cameraId);
    },
    show: (cameraIds, moment) => {
      shown = { cameraIds, moment };
      want(cameraIds, moment);
      paintCovers();
    },
    peek: (cameraId, moment, canvas) => {
      if (!shown) want([cameraId], moment);
      const found = previewFor(cameraId, moment);
      if (found) draw(found.picture, canvas);
      return found?.takenAtMs;
    },
    uncover: () => {
      shown = undefined;
      for (const { canvas, onPicture } of covers.values()) {
        canvas.dataset.shows = 'off';
        onPicture(undefined);
      }
    },
    onPicture: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      clearTimeout(restTimer);
      store.stop();
      covers.clear();
      listeners.clear();
    },
  };
}

function draw(picture: ImageBitmap, canvas: HTMLCanvasElement): void {
  if (canvas.width !== picture.width || canvas.height !== picture.height) {
    canvas.width = picture.width;
    canvas.height = picture.height;
  }
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
}
