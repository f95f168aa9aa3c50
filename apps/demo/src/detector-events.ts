import type { Scene, SceneObject } from '@holdfast/scenes';

/** An object as long as it is in the picture, in the words of Frigate's protocol. */
export interface TrackedObject {
  id: string;
  camera: string;
  label: string;
  start_time: number;
  end_time: number | null;
  /** Left, top, width and height, as fractions of the picture. */
  data: { box: [number, number, number, number] };
  score: number;
  top_score: number;
  false_positive: boolean;
  stationary: boolean;
  has_snapshot: boolean;
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

const asFractions = (
  { left, top, right, bottom }: SceneObject['box'],
  { width, height }: PictureSize,
): TrackedObject['data']['box'] => [left / width, top / height, (right - left) / width, (bottom - top) / height];

/** What a detector publishes when the picture of a camera has changed from what it tracks to these objects. */
export function detectorStep({
  camera,
  tracked,
  objects,
  size,
  nowMs,
}: {
  camera: string;
  tracked: ReadonlyMap<string, TrackedObject>;
  objects: readonly SceneObject[];
  size: PictureSize;
  nowMs: number;
}): DetectorStep {
  const now = nowMs / 1_000;
  const next = new Map<string, TrackedObject>();
  const messages: DetectorMessage[] = [];
  for (const { name, label, box } of objects) {
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
      has_snapshot: false,
    };
    next.set(name, after);
    messages.push({ type: before ? 'update' : 'new', before: before ?? after, after });
  }
  for (const [name, before] of tracked)
    if (!next.has(name)) messages.push({ type: 'end', before, after: { ...before, end_time: now } });
  return { messages, tracked: next };
}
