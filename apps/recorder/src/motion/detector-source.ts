import {
  type DetectorSettings,
  type Following,
  followEvents,
  type HttpGet,
  mapDetectorCameras,
  readPayload,
} from '@holdfast/detector';
import { reasonCode } from '@holdfast/domain';
import type { Clock, Logger } from '@holdfast/kit';
import type { MotionCameras } from './motion-cameras.ts';
import { createMovingObjects, readingAt } from './moving-objects.ts';

export interface DetectorSource {
  /** Reconnects if the settings differ. */
  set(settings: DetectorSettings): void;
  /** Call it after the set of cameras has changed: new cameras need the state of the subscription. */
  refresh(): void;
  stop(): Promise<void>;
}

const NOT_SET_UP = reasonCode('detector-not-set-up');
const NO_NAME = reasonCode('detector-name-missing');

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
  let state: { kind: 'able' } | { kind: 'unable'; reason: string } = { kind: 'unable', reason: NOT_SET_UP };
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
        motion.step(cameraId, { kind: 'able', source: 'detector', active: objects.activeAt(cameraId) });
      else motion.step(cameraId, { kind: 'unable', source: 'detector', reason: health.reason });
    }
    const known = new Set(watched().map(({ cameraId }) => cameraId));
    for (const cameraId of reported.keys()) if (!known.has(cameraId)) reported.delete(cameraId);
  };
  const setState = (next: typeof state) => {
    state = next;
    reportHealth();
  };
  const objects = createMovingObjects({ motion, clock, log, get, cameraIds });

  return {
    set(settings) {
      const key = JSON.stringify(settings);
      if (key === connected) return;
      connected = key;
      objects.minScore = settings.minScore;
      void following?.stop();
      following = undefined;
      const { enabled, mqttUrl, mqttPrefix, mqttUsername, mqttPassword, httpBaseUrl } = settings;
      if (!enabled || mqttUrl === null) return setState({ kind: 'unable', reason: NOT_SET_UP });
      /** Of the broker, which may have died while the objects were read. */
      let isSubscribed = false;
      const begun = followEvents({
        broker: { url: mqttUrl, prefix: mqttPrefix, username: mqttUsername, password: mqttPassword },
        onMessage: (payload, about) => {
          const read = readPayload(payload, about, readingAt(clock.now()));
          if (read.kind === 'detection') objects.note(read.detection);
        },
        onState: (next) => {
          isSubscribed = next.kind === 'subscribed';
          if (next.kind === 'connecting') return;
          if (next.kind === 'failed') return setState({ kind: 'unable', reason: next.reason });
          void objects.load(httpBaseUrl).then(() => {
            if (following === begun && isSubscribed) setState({ kind: 'able' });
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
