import {
  type Detection,
  type DetectorSettings,
  detectorHttp,
  type Following,
  followEvents,
  type HttpGet,
  mapDetectorCameras,
  readHttpEvent,
  readPayload,
} from '@holdfast/detector';
import type { Clock, Logger } from '@holdfast/kit';
import type { MotionCameras } from './motion-cameras.ts';

export interface DetectorSource {
  /** Connects anew where they differ. */
  set(settings: DetectorSettings): void;
  /** The cameras changed: those that are new hear how the subscription does. */
  refresh(): void;
  stop(): Promise<void>;
}

const NOT_SET_UP = 'No external detector is set up.';
const NO_NAME = 'The camera has no name at the detector.';
/** A message is told of within seconds; what claims to have begun earlier is an object that was known before. */
const EARLIEST_START_MS = 10_000;

/**
 * Records on what an external detector sees. The recorder has a subscription of its own, so that it does not depend on the
 * process that stores the events.
 */
export function createDetectorSource({
  motion,
  clock,
  log,
  get,
}: {
  motion: MotionCameras;
  clock: Clock;
  log: Logger;
  get: HttpGet;
}): DetectorSource {
  let connected: string | undefined;
  let following: Following | undefined;
  let minScore = 0;
  let state: { kind: 'able' } | { kind: 'unable'; reason: string } = { kind: 'unable', reason: NOT_SET_UP };
  /** Objects that move, by camera. */
  const active = new Map<string, Set<string>>();
  const told = new Map<string, string>();

  const watched = () => motion.watched().filter(({ motion: { enabled } }) => enabled.includes('detector'));
  const cameraIds = () =>
    mapDetectorCameras(watched().map(({ cameraId: id, detectorCameraName }) => ({ id, detectorCameraName })));
  const tellHealth = () => {
    for (const { cameraId, detectorCameraName } of watched()) {
      const health = detectorCameraName === null ? { kind: 'unable' as const, reason: NO_NAME } : state;
      const text = JSON.stringify(health);
      if (told.get(cameraId) === text) continue;
      told.set(cameraId, text);
      if (health.kind === 'able')
        motion.step(cameraId, { kind: 'able', source: 'detector', active: [...(active.get(cameraId) ?? [])] });
      else motion.step(cameraId, { kind: 'unable', source: 'detector', reason: health.reason });
    }
    const known = new Set(watched().map(({ cameraId }) => cameraId));
    for (const cameraId of told.keys()) if (!known.has(cameraId)) told.delete(cameraId);
  };
  const become = (next: typeof state) => {
    state = next;
    tellHealth();
  };
  const isNoticed = ({ isMoving, topScore, score }: Detection) => isMoving && (topScore ?? score ?? 1) >= minScore;
  const note = (detection: Detection) => {
    const cameraId = cameraIds().get(detection.cameraName);
    if (cameraId === undefined) return;
    const keys = active.get(cameraId) ?? new Set();
    active.set(cameraId, keys);
    const { providerEventId: key } = detection;
    if (isNoticed(detection)) {
      if (keys.has(key)) return;
      keys.add(key);
      const fromMs = Math.max(detection.tsMs, clock.now() - EARLIEST_START_MS);
      motion.step(cameraId, { kind: 'start', source: 'detector', key, fromMs: Math.min(fromMs, clock.now()) });
    } else if (keys.delete(key)) motion.step(cameraId, { kind: 'stop', source: 'detector', key });
  };
  const reading = () => ({ nowMs: clock.now(), frameOf: () => undefined });

  /** What ended while nobody listened has ended; without HTTP the next update tells what still moves. */
  const lookAround = async (httpBaseUrl: string | null) => {
    active.clear();
    if (httpBaseUrl === null) return;
    try {
      for (const entry of await detectorHttp(httpBaseUrl, get).eventsInProgress(AbortSignal.timeout(5_000))) {
        const read = readHttpEvent(entry, reading());
        if (read.kind !== 'detection' || !isNoticed(read.detection)) continue;
        const cameraId = cameraIds().get(read.detection.cameraName);
        if (cameraId === undefined) continue;
        active.set(cameraId, (active.get(cameraId) ?? new Set()).add(read.detection.providerEventId));
      }
    } catch (err) {
      log.warn({ err }, 'the detector does not tell over HTTP what moves');
    }
  };

  return {
    set(settings) {
      const key = JSON.stringify(settings);
      if (key === connected) return;
      connected = key;
      minScore = settings.minScore;
      void following?.stop();
      following = undefined;
      const { enabled, mqttUrl, mqttPrefix, mqttUsername, mqttPassword, httpBaseUrl } = settings;
      if (!enabled || mqttUrl === null) return become({ kind: 'unable', reason: NOT_SET_UP });
      const begun = followEvents({
        broker: { url: mqttUrl, prefix: mqttPrefix, username: mqttUsername, password: mqttPassword },
        onMessage: (payload, about) => {
          const read = readPayload(payload, about, reading());
          if (read.kind === 'detection') note(read.detection);
        },
        onState: (next) => {
          if (next.kind === 'connecting') return;
          if (next.kind === 'failed') return become({ kind: 'unable', reason: next.reason });
          void lookAround(httpBaseUrl).then(() => {
            if (following === begun) become({ kind: 'able' });
          });
        },
      });
      following = begun;
      become({ kind: 'unable', reason: 'Connecting to the external detector.' });
    },
    refresh: tellHealth,
    async stop() {
      await following?.stop();
    },
  };
}
