import { type Detection, detectorHttp, type HttpGet, readHttpEvent } from '@holdfast/detector';
import type { Clock, Logger } from '@holdfast/kit';
import type { MotionCameras } from './motion-cameras.ts';

/** The objects of an external detector that move now. */
export interface MovingObjects {
  /** Below this an object does not count. */
  minScore: number;
  activeAt(cameraId: string): string[];
  /** Starts or stops motion of the camera. */
  note(detection: Detection): void;
  /** Reads the moving objects again after a disconnect. */
  load(httpBaseUrl: string | null): Promise<void>;
}

/** Messages arrive within seconds. An object with an earlier start was known before. */
const EARLIEST_START_MS = 10_000;

/**
 * Per camera; more than a picture shows. Beyond it the oldest is forgotten until its next message, so that a detector that
 * never ends its objects can neither fill the memory nor slow down the recorder.
 */
export const MAX_MOVING_OBJECTS = 500;

export const readingAt = (nowMs: number) => ({ nowMs, frameOf: () => undefined });

export function createMovingObjects({
  motion,
  clock,
  log,
  get,
  cameraIds,
}: {
  motion: MotionCameras;
  clock: Clock;
  log: Logger;
  get: HttpGet;
  /** Our camera ids by the names that the detector uses. */
  cameraIds: () => ReadonlyMap<string, string>;
}): MovingObjects {
  const active = new Map<string, Set<string>>();
  const countsAsMotion = ({ isMoving, topScore, score }: Detection) =>
    isMoving && (topScore ?? score ?? 1) >= objects.minScore;

  const objects: MovingObjects = {
    minScore: 0,
    activeAt: (cameraId) => [...(active.get(cameraId) ?? [])],
    note(detection) {
      const cameraId = cameraIds().get(detection.cameraName);
      if (cameraId === undefined) return;
      const keys = active.get(cameraId) ?? new Set();
      active.set(cameraId, keys);
      const { providerEventId: key } = detection;
      if (countsAsMotion(detection)) {
        if (keys.has(key)) return;
        keys.add(key);
        const fromMs = Math.max(detection.tsMs, clock.now() - EARLIEST_START_MS);
        motion.step(cameraId, { kind: 'start', source: 'detector', key, fromMs: Math.min(fromMs, clock.now()) });
        const [oldest] = keys;
        if (keys.size <= MAX_MOVING_OBJECTS || oldest === undefined) return;
        keys.delete(oldest);
        motion.step(cameraId, { kind: 'stop', source: 'detector', key: oldest });
      } else if (keys.delete(key)) motion.step(cameraId, { kind: 'stop', source: 'detector', key });
    },
    /** Objects that left meanwhile are dropped. Without HTTP the next update of an object adds it again. */
    async load(httpBaseUrl) {
      active.clear();
      if (httpBaseUrl === null) return;
      try {
        for (const entry of await detectorHttp(httpBaseUrl, get).eventsInProgress(AbortSignal.timeout(5_000))) {
          const read = readHttpEvent(entry, readingAt(clock.now()));
          if (read.kind !== 'detection' || !countsAsMotion(read.detection)) continue;
          const cameraId = cameraIds().get(read.detection.cameraName);
          const keys = active.get(cameraId ?? '') ?? new Set();
          if (cameraId === undefined || keys.size >= MAX_MOVING_OBJECTS) continue;
          active.set(cameraId, keys.add(read.detection.providerEventId));
        }
      } catch (err) {
        log.warn({ err }, 'could not read the moving objects from the detector over HTTP');
      }
    },
  };
  return objects;
}
