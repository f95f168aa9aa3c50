import { createPreviewStore, type LaneData, type PreviewWish, previewGridMs, previewMoment } from '@holdfast/ui';
import { loadPreview } from './playback-server.ts';

export interface ScrubMoment {
  atMs: number;
  msPerPx: number;
  /** What is known of each camera, to take pictures only where there is footage. */
  laneOf(cameraId: string): LaneData | undefined;
}

export interface Scrubber {
  /** A canvas that shows pictures of this camera while time moves under the hand. */
  cover(cameraId: string, canvas: HTMLCanvasElement): () => void;
  /** Shows this moment on the covers of these cameras, at once with the nearest there is, then with the right one. */
  show(cameraIds: readonly string[], moment: ScrubMoment): void;
  /** Draws one camera's picture into a canvas of its own; false while there is none. */
  peek(cameraId: string, moment: ScrubMoment, canvas: HTMLCanvasElement): boolean;
  uncover(): void;
  onPicture(listener: () => void): () => void;
  stop(): void;
}

const NEIGHBOURS = [1, -1, 2, 3];

export function createScrubber(): Scrubber {
  const covers = new Map<string, HTMLCanvasElement>();
  const listeners = new Set<() => void>();
  let shown: { cameraIds: readonly string[]; moment: ScrubMoment } | undefined;
  let direction = 1;
  const store = createPreviewStore<ImageBitmap>({
    load: loadPreview,
    release: (picture) => picture.close(),
    onChange: () => {
      paintCovers();
      for (const listener of listeners) listener();
    },
    nowMs: Date.now,
    mostKept: 160,
    mostLoads: 5,
  });

  const wishOf = (cameraId: string, { atMs, msPerPx, laneOf }: ScrubMoment, neighbour = 0): PreviewWish | undefined => {
    const gridMs = previewGridMs(msPerPx);
    const moment = previewMoment(atMs + neighbour * gridMs, gridMs, laneOf(cameraId)?.runs ?? []);
    return moment === undefined ? undefined : { cameraId, atMs: moment };
  };
  const wishesFor = (cameraIds: readonly string[], moment: ScrubMoment): PreviewWish[] =>
    [0, ...NEIGHBOURS.map((step) => step * direction)]
      .flatMap((neighbour) => cameraIds.map((id) => wishOf(id, moment, neighbour)))
      .filter((wish) => wish !== undefined);
  const pictureFor = (cameraId: string, moment: ScrubMoment): { picture: ImageBitmap; atMs: number } | undefined => {
    const wish = wishOf(cameraId, moment);
    if (!wish) return undefined;
    const exact = store.exact(wish);
    return exact ? { picture: exact, atMs: wish.atMs } : store.nearest(wish, 40 * previewGridMs(moment.msPerPx));
  };
  const paintCovers = () => {
    if (!shown) return;
    for (const cameraId of shown.cameraIds) {
      const canvas = covers.get(cameraId);
      if (!canvas) continue;
      const found = pictureFor(cameraId, shown.moment);
      const wish = wishOf(cameraId, shown.moment);
      canvas.dataset.shows = found ? 'picture' : wish ? 'waiting' : 'nothing';
      canvas.dataset.exact = String(found !== undefined && found.atMs === wish?.atMs);
      if (found) draw(found.picture, canvas);
    }
  };

  return {
    cover: (cameraId, canvas) => {
      covers.set(cameraId, canvas);
      return () => covers.delete(cameraId);
    },
    show: (cameraIds, moment) => {
      if (shown && moment.atMs !== shown.moment.atMs) direction = Math.sign(moment.atMs - shown.moment.atMs);
      shown = { cameraIds, moment };
      store.want(wishesFor(cameraIds, moment));
      paintCovers();
    },
    peek: (cameraId, moment, canvas) => {
      if (!shown) store.want(wishesFor([cameraId], moment));
      const found = pictureFor(cameraId, moment);
      if (found) draw(found.picture, canvas);
      return found !== undefined;
    },
    uncover: () => {
      shown = undefined;
      for (const canvas of covers.values()) canvas.dataset.shows = 'off';
    },
    onPicture: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
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
