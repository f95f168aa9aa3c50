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
import { reasonCode } from '@holdfast/domain';
import type { Clock, Logger } from '@holdfast/kit';
import type { MotionCameras } from './motion-cameras.ts';

export interface DetectorSource {
  /** Reconnects if the settings differ. */
  set(settings: DetectorSettings): void;
  /** Call it after the set of cameras has changed: new cameras need the state of the subscription. */
  refresh(): void;
  stop(): Promise<void>;
}

const NOT_SET_UP = reasonCode('detector-not-set-up');
const NO_NAME = reasonCode('detector-name-missing');
/** Messages arrive within seconds. An earlier start is that of an object that was known before. */
const EARLIEST_START_MS = 10_000;

/**
 * Uses an external detector as a motion source. The recorder has its own subscription, so that it does not depend on
 * the process that stores the events.
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
  /** Moving objects by camera. */
  const active = new Map<string, Set<string>>();
  const reported = new Map<string, string>();

  const watched = () => motion.watched().filter(({ motion: { enabled } }) => enabled.includes('detector'));
  const cameraIds = () =>
    mapDetectorCameras(watched().map(({ cameraId: id, detectorCameraName }) => ({ id, detectorCameraName })));
  const reportHealth = () => {
    for (const { cameraId, detectorCameraName } of watched()) {
      const health = detectorCameraName === null ? { kind: 'unable' as const, reason: NO_NAME } : state;
      const text = JSON.stringify(health);
      if (reported.get(cameraId) === text) continue;
      reported.set(cameraId, text);
      if (health.kind === 'able')
        motion.step(cameraId, { kind: 'able', source: 'detector', active: [...(active.get(cameraId) ?? [])] });
      else motion.step(cameraId, { kind: 'unable', source: 'detector', reason: health.reason });
    }
    const known = new Set(watched().map(({ cameraId }) => cameraId));
    for (const cameraId of reported.keys()) if (!known.has(cameraId)) reported.delete(cameraId);
  };
  const setState = (next: typeof state) => {
    state = next;
    reportHealth();
  };
  const countsAsMotion = ({ isMoving, topScore, score }: Detection) => isMoving && (topScore ?? score ?? 1) >= minScore;
  const note = (detection: Detection) => {
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
    } else if (keys.delete(key)) motion.step(cameraId, { kind: 'stop', source: 'detector', key });
  };
  const reading = () => ({ nowMs: clock.now(), frameOf: () => undefined });

  /** Objects that left during the disconnect are dropped. Without HTTP the next update of an object adds it again. */
  const loadMovingObjects = async (httpBaseUrl: string | null) => {
    active.clear();
    if (httpBaseUrl === null) return;
    try {
      for (const entry of await detectorHttp(httpBaseUrl, get).eventsInProgress(AbortSignal.timeout(5_000))) {
        const read = readHttpEvent(entry, reading());
        if (read.kind !== 'detection' || !countsAsMotion(read.detection)) continue;
        const cameraId = cameraIds().get(read.detection.cameraName);
        if (cameraId === undefined) continue;
        active.set(cameraId, (active.get(cameraId) ?? new Set()).add(read.detection.providerEventId));
      }
    } catch (err) {
      log.warn({ err }, 'could not read the moving objects from the detector over HTTP');
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
      if (!enabled || mqttUrl === null) return setState({ kind: 'unable', reason: NOT_SET_UP });
      const begun = followEvents({
        broker: { url: mqttUrl, prefix: mqttPrefix, username: mqttUsername, password: mqttPassword },
        onMessage: (payload, about) => {
          const read = readPayload(payload, about, reading());
          if (read.kind === 'detection') note(read.detection);
        },
        onState: (next) => {
          if (next.kind === 'connecting') return;
          if (next.kind === 'failed') return setState({ kind: 'unable', reason: next.reason });
          void loadMovingObjects(httpBaseUrl).then(() => {
            if (following === begun) setState({ kind: 'able' });
          });
        },
      });
      following = begun;
      setState({ kind: 'unable', reason: reasonCode('detector-connecting') });
    },
    refresh: reportHealth,
    async stop() {
      await following?.stop();
    },
  };
}
