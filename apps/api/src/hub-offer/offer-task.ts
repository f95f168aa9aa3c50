import {
  type Database,
  findHeartbeat,
  forgetPublishedOffer,
  listOfferedFacts,
  listPublishedOffers,
  notePublishedOffers,
} from '@holdfast/db';
import { brokerFault, type DetectorEnv } from '@holdfast/detector';
import {
  createPublisher,
  discoveryMessages,
  type Publisher,
  type PublisherState,
  retainedTopics,
  serverStatusTopic,
  stateMessages,
} from '@holdfast/hub';
import { type Clock, createWakeUp, type Logger, type SecretBox, type Task } from '@holdfast/kit';
import { presentRecorder } from '../status/present.ts';
import { type OfferSettings, readOfferSettings } from './offer-settings.ts';
import { createOnceSender } from './once-sender.ts';

export interface HubOffering {
  state(): PublisherState | { kind: 'off' };
  /** Settings or cameras have changed. */
  reload(): void;
  task: Task;
}

const POLL_MS = 1_000;
const RELOAD_MS = 60_000;

/** Offers the chosen cameras to the home: a device each, with states and availability. Nothing is ever received. */
export function createHubOffering({
  db,
  clock,
  log,
  secrets,
  detectorEnv,
  pictureOf,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  secrets: SecretBox;
  detectorEnv: DetectorEnv;
  /** A current picture; undefined if there is none. */
  pictureOf: (cameraId: string) => Promise<Buffer | undefined>;
}): HubOffering {
  const wakeUp = createWakeUp();
  let loadedMs = Number.NEGATIVE_INFINITY;
  let settings: OfferSettings | undefined;
  let connected: string | undefined;
  let publisher: Publisher | undefined;
  const once = createOnceSender({ pictureOf, log });

  const connect = async ({ topics, broker }: OfferSettings, isNeeded: boolean) => {
    const key = broker && isNeeded ? JSON.stringify([broker, topics.instance]) : undefined;
    if (key === connected) return;
    // The messages at another broker can be removed only over the connection to it.
    if (publisher && settings) await clearAll(publisher, settings).catch(() => {});
    await publisher?.stop('for-good');
    publisher = undefined;
    connected = key;
    once.forgetAll();
    if (broker && key !== undefined)
      publisher = createPublisher({ broker, statusTopic: serverStatusTopic(topics), faultOf: brokerFault });
  };
  /** Removes what the broker keeps of cameras that are no longer offered. */
  const clearOthers = async (to: Publisher, { topics, cameras }: OfferSettings) => {
    const wanted = new Set(cameras.map(({ id }) => id));
    for (const offer of await listPublishedOffers(db)) {
      if (wanted.has(offer.cameraId) && offer.discoveryPrefix === topics.discoveryPrefix) continue;
      await to.clear(retainedTopics({ ...topics, discoveryPrefix: offer.discoveryPrefix }, offer.cameraId));
      await forgetPublishedOffer(db, offer);
      once.forget(offer.cameraId);
    }
  };
  const clearAll = (from: Publisher, { topics }: OfferSettings) =>
    clearOthers(from, { topics, cameras: [], plates: false, broker: undefined });

  const load = async () => {
    const next = await readOfferSettings({ db, secrets, detectorEnv });
    const hasRest = (await listPublishedOffers(db)).length > 0;
    await connect(next, next.cameras.length > 0 || hasRest);
    settings = next;
    loadedMs = performance.now();
  };
  const publish = async (to: Publisher, current: OfferSettings) => {
    const { topics, plates, cameras } = current;
    await clearOthers(to, current);
    if (cameras.length === 0) return connect(current, false);
    const { discoveryPrefix } = topics;
    await notePublishedOffers(
      db,
      cameras.map(({ id: cameraId }) => ({ cameraId, discoveryPrefix })),
    );
    const { alive } = presentRecorder(await findHeartbeat(db, 'recorder'), clock.now());
    const now = new Date(clock.now());
    const rows = await listOfferedFacts(db, { cameraIds: cameras.map(({ id }) => id), now });
    for (const camera of cameras) {
      const facts = rows.find(({ cameraId }) => cameraId === camera.id);
      to.retain(discoveryMessages(topics, camera, plates));
      const known = facts && alive ? { ...facts, lastEvent: facts.lastEvent ?? undefined } : undefined;
      to.retain(stateMessages(topics, camera.id, known));
      if (facts) once.send(to, current, facts);
    }
  };
  const run = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        if (performance.now() - loadedMs >= RELOAD_MS) await load();
        if (publisher && settings && publisher.state().kind === 'connected') await publish(publisher, settings);
      } catch (err) {
        log.warn({ err }, 'the cameras cannot be offered to the home');
      }
      // Without a broker there is nothing to do until the settings change.
      await wakeUp.sleep(publisher ? POLL_MS : RELOAD_MS, signal);
    }
    await publisher?.stop();
  };
  return {
    state: () => publisher?.state() ?? { kind: 'off' },
    reload() {
      loadedMs = Number.NEGATIVE_INFINITY;
      wakeUp.wake();
    },
    task: { name: 'hub-offer', run },
  };
}
