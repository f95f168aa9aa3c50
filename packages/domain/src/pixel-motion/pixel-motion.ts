import type { Polygon } from '../geometry/polygon.ts';
import { AdaptiveFloor } from './adaptive-floor.ts';
import { Background } from './background.ts';
import { type BlobTrack, BlobTracks } from './blob-tracks.ts';
import { BlobFinder } from './blobs.ts';
import { ContrastFilter } from './contrast.ts';
import type { GreyFrame } from './grey-frame.ts';
import { emptyGrid, type MotionGrid, markBox, rasterMask } from './motion-cells.ts';
import { PassingObjects } from './passing-objects.ts';
import { standsOutFromWeather } from './track-stretch.ts';

export interface PixelMotionSettings {
  /** Parts of the frame to ignore, as fractions. */
  mask: readonly Polygon[];
  /** A fixed minimum blob size as a share of the frame, instead of the learnt one. */
  threshold: number | null;
}

/** The result for one frame. */
export interface PixelVerdict {
  /** False until the background is known. */
  isWarm: boolean;
  isMoving: boolean;
  /** When the moving object was first seen; recognising it takes several frames. */
  movingSinceMs: number | null;
  /** Largest moving blob as a share of the frame, including those that do not count as motion. */
  score: number;
  /** Bounding box of everything that moves, as fractions: left, top, width, height. */
  box: [number, number, number, number] | null;
  cells: MotionGrid;
  floor: number;
  ceiling: number;
}

const WARM_UP_FRAMES = 40;
/** The first frames differ from an unknown background, and must not train the floor. */
const FLOOR_FROM_FRAME = 10;
/**
 * Half the area of a person of 8 % of the frame's height: about a quarter of the height wide, and not completely
 * visible.
 */
export const FLOOR_CEILING = 0.00052;
/** Three hundredths of the height are five pixels. */
const MIN_AREA_PX = 6;
/** Rain and snow: many small objects at once. */
const CROWDED = 5;
const CROWD_FOLLOW = 0.02;
const LARGE = 4;
const standsOut = ({ whole, recent, meanArea }: BlobTrack) =>
  standsOutFromWeather(whole, meanArea) || standsOutFromWeather(recent, meanArea);
/** A larger share of the picture at once is light or the camera, not an object. */
const GLOBAL_SHARE = 0.3;
/** How long the model is learnt again after such a change. */
const RELEARN_FRAMES = 5;

/** Detects motion in the frames of one camera. Deterministic, given what it has learnt. */
export class PixelMotion {
  #settings: PixelMotionSettings;
  #model: Model | undefined;

  constructor(settings: PixelMotionSettings) {
    this.#settings = settings;
  }

  /** Keeps what was learnt. */
  change(settings: PixelMotionSettings): void {
    this.#settings = settings;
    if (this.#model) this.#model.ignored = rasterMask(settings.mask, this.#model);
  }

  see(frame: GreyFrame, atMs: number): PixelVerdict {
    if (this.#model?.width !== frame.widthPx || this.#model.height !== frame.heightPx)
      this.#model = newModel(frame, this.#settings);
    const model = this.#model;
    const size = frame.widthPx * frame.heightPx;
    model.contrast.apply(frame);
    const marked = model.background.learn(model.contrast, {
      ignored: model.ignored,
      passing: model.passing.pixels,
    });
    model.frames += 1;
    const nothing: PixelVerdict = {
      isWarm: model.frames > WARM_UP_FRAMES,
      isMoving: false,
      movingSinceMs: null,
      score: 0,
      box: null,
      cells: emptyGrid(),
      floor: this.#settings.threshold ?? model.floor.value,
      ceiling: model.floor.ceiling,
    };
    if (marked > GLOBAL_SHARE * size && model.relearning === 0) {
      model.background.forget();
      model.tracks.clear();
      model.passing.expect([]);
      model.relearning = RELEARN_FRAMES;
    }
    if (model.relearning > 0) {
      model.relearning -= 1;
      return nothing;
    }
    const isCrowded = model.crowd >= CROWDED;
    // In a crowd weak pixels would join one drop to the next.
    const blobs = model.blobs.find(model.background.foreground, { minArea: MIN_AREA_PX, onlyStrong: isCrowded });
    const tracks = model.tracks.follow(blobs, atMs);
    model.crowd += CROWD_FOLLOW * (blobs.length - model.crowd);
    const score = (blobs[0]?.area ?? 0) / size;
    const { floor } = nothing;
    const largeArea = LARGE * model.floor.ceiling * size;
    const moving = tracks.filter((track) => {
      const { hasTravelled, meanArea } = track;
      const wasMotion = track.isMotion;
      track.isMotion ||=
        hasTravelled && meanArea > floor * size && (!isCrowded || meanArea > largeArea || standsOut(track));
      if (nothing.isWarm && track.isMotion && !wasMotion) model.background.unlearnSway(track.covered);
      return track.isMotion;
    });
    model.passing.expect(nothing.isWarm ? moving : []);
    // Motion is not usual movement, however long it lasts.
    const travelling = new Set(tracks.filter(({ hasTravelled }) => hasTravelled).map(({ blob }) => blob));
    const usual = blobs.find((blob) => !travelling.has(blob));
    if (model.frames > FLOOR_FROM_FRAME) model.floor.learn((usual?.area ?? 0) / size);
    if (!nothing.isWarm || moving.length === 0) return { ...nothing, score };
    return { ...nothing, ...describe(moving, frame), isMoving: true };
  }
}

interface Model {
  width: number;
  height: number;
  contrast: ContrastFilter;
  background: Background;
  blobs: BlobFinder;
  tracks: BlobTracks;
  floor: AdaptiveFloor;
  passing: PassingObjects;
  ignored: Uint8Array | undefined;
  frames: number;
  relearning: number;
  /** How many blobs there usually are. */
  crowd: number;
}

const newModel = ({ widthPx: width, heightPx: height }: GreyFrame, { mask }: PixelMotionSettings): Model => ({
  width,
  height,
  contrast: new ContrastFilter(width, height),
  background: new Background(width, height),
  blobs: new BlobFinder(width, height),
  tracks: new BlobTracks(),
  floor: new AdaptiveFloor(FLOOR_CEILING),
  passing: new PassingObjects(width, height),
  ignored: rasterMask(mask, { width, height }),
  frames: 0,
  relearning: 0,
  crowd: 0,
});

function describe(moving: readonly BlobTrack[], { widthPx: width, heightPx: height }: GreyFrame) {
  const cells = emptyGrid();
  const boxOf = ({ left, top, right, bottom }: BlobTrack['blob']): [number, number, number, number] => [
    left / width,
    top / height,
    (right + 1 - left) / width,
    (bottom + 1 - top) / height,
  ];
  for (const { blob } of moving) markBox(cells, boxOf(blob));
  const blobs = moving.map(({ blob }) => blob);
  const hull = {
    left: Math.min(...blobs.map(({ left }) => left)),
    top: Math.min(...blobs.map(({ top }) => top)),
    right: Math.max(...blobs.map(({ right }) => right)),
    bottom: Math.max(...blobs.map(({ bottom }) => bottom)),
  };
  return {
    movingSinceMs: Math.min(...moving.map(({ firstMs }) => firstMs)),
    score: Math.max(...blobs.map(({ area }) => area)) / (width * height),
    box: boxOf({ ...hull, area: 0, x: 0, y: 0 }),
    cells,
  };
}
