import { type Database, listDetectorCameras, newestEventTs } from '@holdfast/db';
import {
  type DetectorEnv,
  type DetectorSettings,
  detectorGet,
  detectorHttp,
  effectiveDetector,
  type Following,
  followEvents,
  mapDetectorCameras,
  type SubscriptionState,
} from '@holdfast/detector';
import { reasonText } from '@holdfast/domain';
import { type Clock, createWakeUp, type Logger, type OutboundRule, type SecretBox, type Task } from '@holdfast/kit';
import type { DetectionIntake } from './detection-intake.ts';
import { readSavedDetector } from './saved-detector.ts';

export interface DetectorSubscription {
  /** Undefined while no detector is set up. */
  state(): SubscriptionState | undefined;
  /** Undefined while it is subscribed or not set up. */
  failedSinceMs(): number | undefined;
  settings(): DetectorSettings | undefined;
  /** Settings or cameras have changed. */
  reload(): void;
  task: Task;
}

const RELOAD_MS = 60_000;
const HOUR_MS = 3_600_000;

interface SubscriptionOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  secrets: SecretBox;
  outbound: OutboundRule;
  env: DetectorEnv;
  intake: DetectionIntake;
}

/** Subscribes to the detector's events, reconnects when its settings change, and passes its messages to the intake. */
export function createDetectorSubscription(options: SubscriptionOptions): DetectorSubscription {
  const { db, clock, log, secrets, intake } = options;
  const http = createHttpQueries(options);
  const wakeUp = createWakeUp();
  let settings: DetectorSettings | undefined;
  let following: Following | undefined;
  let state: SubscriptionState = { kind: 'connecting' };
  let failedSinceMs: number | undefined;

  /** Runs until the settings change. */
  const subscribe = (wanted: DetectorSettings & { mqttUrl: string }, signal: AbortSignal) => {
    const logFault = (err: unknown) => log.warn({ err }, 'the detector does not answer over HTTP');
    following = followEvents({
      broker: {
        url: wanted.mqttUrl,
        prefix: wanted.mqttPrefix,
        username: wanted.mqttUsername,
        password: wanted.mqttPassword,
      },
      onMessage: (payload, about) => intake.addMqttMessage(payload, about, wanted.minScore),
      onState: (next) => {
        state = next;
        failedSinceMs = next.kind === 'subscribed' ? undefined : (failedSinceMs ?? clock.now());
        log.info(
          { state: next.kind, reason: next.kind === 'failed' ? reasonText(next.reason) : undefined },
          'external detector',
        );
        if (next.kind === 'subscribed')
          void http
            .loadFrameSizes(wanted, signal)
            .catch(logFault)
            .then(() => http.catchUp(wanted, signal))
            .catch(logFault);
      },
    });
  };
  const unsubscribe = async () => {
    await following?.stop();
    following = undefined;
    state = { kind: 'connecting' };
    failedSinceMs = undefined;
  };
  const run = async (signal: AbortSignal) => {
    let current: string | undefined;
    let ending = new AbortController();
    while (!signal.aborted) {
      try {
        const wanted = effectiveDetector(await readSavedDetector({ db, secrets }), options.env);
        intake.setCameras(mapDetectorCameras(await listDetectorCameras(db)));
        settings = wanted;
        const { enabled, mqttUrl } = wanted;
        const key = JSON.stringify(wanted);
        if (key !== current) {
          current = key;
          ending.abort();
          ending = new AbortController();
          await unsubscribe();
          if (enabled && mqttUrl !== null) subscribe({ ...wanted, mqttUrl }, AbortSignal.any([signal, ending.signal]));
        } else await http.loadFrameSizes(wanted, signal).catch(() => {});
      } catch (err) {
        log.warn({ err }, 'the settings of the detector cannot be read');
      }
      await wakeUp.sleep(RELOAD_MS, signal);
    }
    ending.abort();
    await following?.stop();
  };
  return {
    state: () => (following === undefined ? undefined : state),
    failedSinceMs: () => failedSinceMs,
    settings: () => settings,
    reload: wakeUp.wake,
    task: { name: 'detector', run },
  };
}

/** Data read from the detector over HTTP, besides the subscription. */
function createHttpQueries({ db, clock, outbound, intake }: SubscriptionOptions) {
  const get = detectorGet(outbound);
  return {
    loadFrameSizes: async ({ httpBaseUrl }: DetectorSettings, signal: AbortSignal) => {
      if (httpBaseUrl !== null) intake.setFrameSizes(await detectorHttp(httpBaseUrl, get).frameSizes(signal));
    },
    /** Reads the events that were missed while there was no subscription. */
    catchUp: async (wanted: DetectorSettings, signal: AbortSignal) => {
      const { httpBaseUrl, catchupHours, minScore, sourceId } = wanted;
      if (httpBaseUrl === null || catchupHours === 0) return;
      const nowMs = clock.now();
      const earliestMs = nowMs - catchupHours * HOUR_MS;
      const newest = await newestEventTs(db, sourceId);
      // An hour earlier, because events that were open then may have ended since.
      const sinceMs = Math.max(earliestMs, Math.min(nowMs, newest?.getTime() ?? 0) - HOUR_MS);
      for await (const page of detectorHttp(httpBaseUrl, get).eventsSince(sinceMs, signal))
        for (const entry of page) intake.addHttpEvent(entry, minScore);
    },
  };
}
