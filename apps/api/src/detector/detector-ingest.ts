import {
  type Database,
  hasSystemEventSince,
  listDetectorCameras,
  listenTo,
  newestEventTs,
  upsertEvents,
} from '@holdfast/db';
import {
  createFaultCounter,
  createMergeQueue,
  type Detection,
  type DetectorEnv,
  type DetectorSettings,
  detectorGet,
  detectorHttp,
  effectiveDetector,
  type Following,
  followEvents,
  mapDetectorCameras,
  readHttpEvent,
  readPayload,
  type SubscriptionState,
} from '@holdfast/detector';
import type { FrameSize } from '@holdfast/domain';
import {
  type Clock,
  createWakeUp,
  every,
  type Logger,
  type OutboundRule,
  type SecretBox,
  sleep,
  type Task,
} from '@holdfast/kit';
import type { Alerts } from '../alerts/alerts.ts';
import type { IngestPlateRead } from '../plates/ingest-plate-read.ts';
import { normalizeDetection } from './normalize-detection.ts';
import { readSavedDetector } from './saved-detector.ts';

export interface DetectorReport {
  state: 'off' | SubscriptionState['kind'];
  reason: string | null;
  faults: Record<string, number>;
  unmappedCameras: string[];
}

export interface DetectorIngest {
  report(): DetectorReport;
  tasks: Task[];
}

const MAX_WAITING = 20_000;
const BATCH = 500;
const RETRY_MS = 1_000;
const MINUTE_MS = 60_000;
/** A broker that is restarted is no news. */
const DISCONNECTED_AFTER_MS = 60_000;
const MAX_UNMAPPED = 50;

/** Takes what the detector tells into the event table, and plates to their ingester. */
export function createDetectorIngest({
  db,
  clock,
  log,
  secrets,
  alerts,
  outbound,
  env,
  connectionString,
  ingestPlate,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  secrets: SecretBox;
  alerts: Alerts;
  outbound: OutboundRule;
  env: DetectorEnv;
  connectionString: string;
  ingestPlate: IngestPlateRead;
}): DetectorIngest {
  const queue = createMergeQueue(MAX_WAITING);
  const faults = createFaultCounter();
  const get = detectorGet(outbound);
  const arrived = createWakeUp();
  let settings: DetectorSettings | undefined;
  let cameras: ReadonlyMap<string, string> = new Map();
  let frames: ReadonlyMap<string, FrameSize> = new Map();
  let unmapped = new Set<string>();
  let state: SubscriptionState | undefined;
  let failedSinceMs: number | undefined;
  let following: Following | undefined;

  const reading = () => ({ nowMs: clock.now(), frameOf: (name: string) => frames.get(name) });
  const accept = (detection: Detection, minScore: number) => {
    if (!cameras.has(detection.cameraName)) {
      faults.count('unmapped-camera');
      if (unmapped.size < MAX_UNMAPPED) unmapped.add(detection.cameraName);
      return;
    }
    // An end is never dropped for its score: what was stored before would stay open.
    const score = detection.topScore ?? detection.score;
    if (detection.lifecycle !== 'end' && score !== null && score < minScore) return faults.count('low-score');
    if (!queue.push(detection)) faults.count('queue-full');
    arrived.wake();
  };

  const catchUp = async ({ httpBaseUrl, catchupHours, minScore, sourceId }: DetectorSettings, signal: AbortSignal) => {
    if (httpBaseUrl === null || catchupHours === 0) return;
    const earliestMs = clock.now() - catchupHours * 3_600_000;
    const newest = await newestEventTs(db, sourceId);
    // What was open then may have ended since.
    const sinceMs = Math.max(earliestMs, (newest?.getTime() ?? 0) - 3_600_000);
    for await (const page of detectorHttp(httpBaseUrl, get).eventsSince(sinceMs, signal))
      for (const entry of page) {
        const read = readHttpEvent(entry, reading());
        if (read.kind === 'fault') faults.count(read.fault);
        else accept(read.detection, minScore);
      }
  };
  const loadFrames = async ({ httpBaseUrl }: DetectorSettings, signal: AbortSignal) => {
    if (httpBaseUrl !== null) frames = await detectorHttp(httpBaseUrl, get).frameSizes(signal);
  };

  /** Connected to one detector until its settings change. */
  const begin = (wanted: DetectorSettings & { mqttUrl: string }, signal: AbortSignal) => {
    const httpFault = (err: unknown) => log.warn({ err }, 'the detector does not answer over HTTP');
    following = followEvents({
      broker: {
        url: wanted.mqttUrl,
        prefix: wanted.mqttPrefix,
        username: wanted.mqttUsername,
        password: wanted.mqttPassword,
      },
      onMessage: (payload, about) => {
        const read = readPayload(payload, about, reading());
        if (read.kind === 'fault') faults.count(read.fault);
        else accept(read.detection, wanted.minScore);
      },
      onState: (next) => {
        state = next;
        failedSinceMs = next.kind === 'subscribed' ? undefined : (failedSinceMs ?? clock.now());
        log.info({ state: next.kind, reason: next.kind === 'failed' ? next.reason : undefined }, 'external detector');
        if (next.kind === 'subscribed')
          void loadFrames(wanted, signal)
            .catch(httpFault)
            .then(() => catchUp(wanted, signal))
            .catch(httpFault);
      },
    });
  };

  const follow: Task = {
    name: 'detector',
    run: async (signal) => {
      let wake = () => {};
      const listening = listenTo({
        channels: { cameras_changed: () => wake() },
        connectionString,
        log,
        onListening: () => wake(),
      }).run(signal);
      let connected: string | undefined;
      let ending = new AbortController();
      while (!signal.aborted) {
        try {
          const wanted = effectiveDetector(await readSavedDetector({ db, secrets }), env);
          cameras = mapDetectorCameras(await listDetectorCameras(db));
          unmapped = new Set([...unmapped].filter((name) => !cameras.has(name)));
          settings = wanted;
          const { enabled, mqttUrl } = wanted;
          const key = JSON.stringify(wanted);
          if (key !== connected) {
            connected = key;
            ending.abort();
            ending = new AbortController();
            await following?.stop();
            following = undefined;
            state = undefined;
            failedSinceMs = undefined;
            if (enabled && mqttUrl !== null) begin({ ...wanted, mqttUrl }, AbortSignal.any([signal, ending.signal]));
          } else await loadFrames(wanted, signal).catch(() => {});
        } catch (err) {
          log.warn({ err }, 'the settings of the detector cannot be read');
        }
        const woken = new AbortController();
        wake = () => woken.abort();
        await sleep(MINUTE_MS, AbortSignal.any([signal, woken.signal]));
      }
      ending.abort();
      await following?.stop();
      await listening;
    },
  };

  const store = async (batch: readonly Detection[], { sourceId, httpBaseUrl }: DetectorSettings) => {
    const normalized = batch.flatMap((detection) => {
      const cameraId = cameras.get(detection.cameraName);
      return cameraId === undefined ? [] : [normalizeDetection(detection, { cameraId, sourceId, httpBaseUrl })];
    });
    await upsertEvents(
      db,
      normalized.map(({ event }) => event),
      new Date(clock.now()),
    );
    await Promise.all(
      normalized.flatMap(({ plated }) =>
        plated === undefined
          ? []
          : [
              ingestPlate(plated).then((outcome) => {
                if (outcome.kind !== 'stored' && outcome.kind !== 'refined') faults.count(`plate-${outcome.kind}`);
              }),
            ],
      ),
    );
  };
  const drain: Task = {
    name: 'detector-events',
    run: async (signal) => {
      let waiting: Detection[] = [];
      while (!signal.aborted) {
        if (waiting.length === 0) waiting = queue.take(BATCH);
        if (waiting.length === 0 || settings === undefined) {
          await arrived.sleep(MINUTE_MS, signal);
          continue;
        }
        try {
          await store(waiting, settings);
          waiting = [];
        } catch (err) {
          log.warn({ err, waiting: queue.waiting }, 'detections cannot be stored yet');
          await sleep(RETRY_MS, signal);
        }
      }
    },
  };
  const watch = every(
    'detector-watch',
    10_000,
    async () => {
      if (failedSinceMs === undefined || clock.now() - failedSinceMs < DISCONNECTED_AFTER_MS) return;
      const since = new Date(failedSinceMs);
      const reason = state?.kind === 'failed' ? state.reason : 'It does not answer.';
      const isTold = await db.transaction().execute(async (tx) => {
        if (await hasSystemEventSince(tx, 'detector_disconnected', since)) return true;
        await alerts.raise(tx, {
          eventKey: 'detector_disconnected',
          detail: `The external detector is not connected. ${reason}`,
          cameraId: null,
          tsMs: clock.now(),
          data: { reason, since: since.toISOString() },
          plateReadId: null,
        });
        return false;
      });
      if (!isTold) alerts.wake();
    },
    { log },
  );
  const tell = every(
    'detector-faults',
    MINUTE_MS,
    async () => {
      const counts = faults.take();
      if (Object.keys(counts).length > 0) log.warn({ counts }, 'messages of the detector that were not used');
    },
    { log },
  );

  return {
    report: () => ({
      state: following === undefined ? 'off' : (state?.kind ?? 'connecting'),
      reason: state?.kind === 'failed' ? state.reason : null,
      faults: faults.recent(),
      unmappedCameras: [...unmapped].sort(),
    }),
    tasks: [follow, drain, watch, tell],
  };
}
