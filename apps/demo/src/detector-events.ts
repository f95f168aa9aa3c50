import type { Box, Scene, SceneObject } from '@holdfast/scenes';

type Fractions = [left: number, top: number, width: number, height: number];

/** An object while it is in the picture, in the format of Frigate's protocol. */
export interface TrackedObject {
  id: string;
  camera: string;
  label: string;
  start_time: number;
  end_time: number | null;
  data: { box: Fractions };
  score: number;
  top_score: number;
  false_positive: boolean;
  stationary: boolean;
  has_snapshot: boolean;
  /** Set once its plate was legible. */
  recognized_license_plate?: [text: string, score: number];
  snapshot?: { attributes: { label: 'license_plate'; box: Fractions }[] };
}

export interface DetectorMessage {
  type: 'new' | 'update' | 'end';
  before: TrackedObject;
  after: TrackedObject;
}

export interface DetectorStep {
  messages: DetectorMessage[];
  /** The objects in the picture, by their name in the scene. */
  tracked: Map<string, TrackedObject>;
}

type PictureSize = Pick<Scene, 'width' | 'height'>;

const SCORE = 0.87;
const LEGIBLE_PIXELS = 60;

const asFractions = ({ left, top, right, bottom }: Box, { width, height }: PictureSize): Fractions => [
  left / width,
  top / height,
  (right - left) / width,
  (bottom - top) / height,
];

type PlateReading = Pick<TrackedObject, 'has_snapshot' | 'recognized_license_plate' | 'snapshot'>;

/** The first reading is kept, because its snapshot stays the same. */
function plateReading(
  { plate }: SceneObject,
  { before, size, readPlate }: { before: TrackedObject | undefined; size: PictureSize; readPlate: ReadPlate },
): PlateReading {
  if (before?.recognized_license_plate) {
    const { has_snapshot, recognized_license_plate, snapshot } = before;
    return { has_snapshot, recognized_license_plate, ...(snapshot && { snapshot }) };
  }
  const isLegible = plate && plate.box.right - plate.box.left >= LEGIBLE_PIXELS;
  const text = isLegible ? readPlate(plate.text) : undefined;
  if (!plate || text === undefined) return { has_snapshot: false };
  return {
    has_snapshot: true,
    recognized_license_plate: [text, SCORE],
    snapshot: { attributes: [{ label: 'license_plate', box: asFractions(plate.box, size) }] },
  };
}

/** The text that a detector reads from a plate; undefined if it cannot read it. */
export type ReadPlate = (plate: string) => string | undefined;

/** The messages that a detector publishes when the tracked objects of a camera change to these. */
export function detectorStep({
  camera,
  tracked,
  objects,
  size,
  readPlate = () => undefined,
  nowMs,
}: {
  camera: string;
  tracked: ReadonlyMap<string, TrackedObject>;
  objects: readonly SceneObject[];
  size: PictureSize;
  readPlate?: ReadPlate;
  nowMs: number;
}): DetectorStep {
  const now = nowMs / 1_000;
  const next = new Map<string, TrackedObject>();
  const messages: DetectorMessage[] = [];
  for (const object of objects) {
    const { name, label, box } = object;
    const before = tracked.get(name);
    const after: TrackedObject = {
      id: before?.id ?? `${now.toFixed(3)}-${camera}-${name}`,
      camera,
      label,
      start_time: before?.start_time ?? now,
      end_time: null,
      data: { box: asFractions(box, size) },
      score: SCORE,
      top_score: SCORE,
      false_positive: false,
      stationary: false,
      ...plateReading(object, { before, size, readPlate }),
    };
    next.set(name, after);
    messages.push({ type: before ? 'update' : 'new', before: before ?? after, after });
  }
  for (const [name, before] of tracked)
    if (!next.has(name)) messages.push({ type: 'end', before, after: { ...before, end_time: now } });
  return { messages, tracked: next };
}
