import { type Database, listLinkedEntities, listOpenRecordRequests, type SchemaState } from '@holdfast/db';
import { type DetectorEnv, effectiveDetector } from '@holdfast/detector';
import type { StreamPlan } from '@holdfast/domain';
import { effectiveHub, type HubEnv, usableHub } from '@holdfast/hub';
import type { Clock, Logger, SecretBox } from '@holdfast/kit';
import { loadCameras, type NamedCamera } from './cameras/load-cameras.ts';
import { loadDetector } from './cameras/load-detector.ts';
import { loadHub } from './cameras/load-hub.ts';
import type { HubSource } from './hub/hub-source.ts';
import { requireCurrentSchema } from './lease/require-current-schema.ts';
import type { MotionDetection } from './motion/motion-detection.ts';
import type { Recordings } from './recording/recordings.ts';
import { loadReaderAccount } from './restream/reader-account.ts';
import type { Restream } from './restream/restream.ts';
import type { RestreamAuth } from './restream/restream-auth.ts';
import type { RecorderMemory } from './settings/last-known-settings.ts';
import type { StreamBoard } from './status/stream-board.ts';
import type { StorageRegistry } from './storage/storage-registry.ts';

export interface RecorderSettings {
  /** Reads all settings, and saves them for a start without the database. */
  load(): Promise<NamedCamera[]>;
  apply(plan: StreamPlan, cameras: readonly NamedCamera[]): Promise<void>;
  /** Resolves when the last known settings are saved. */
  saved(): Promise<void>;
}

/** Passes the settings in the database on to the parts of the recorder. */
export function createRecorderSettings({
  db,
  schema,
  isSchemaChecked,
  secrets,
  clock,
  log,
  detectorEnv,
  hubEnv,
  memory,
  cameraNames,
  storages,
  auth,
  board,
  motion,
  hub,
  recordings,
  restream,
}: {
  db: Database;
  schema: () => Promise<SchemaState>;
  /** Taking the lease has checked the schema already. */
  isSchemaChecked: boolean;
  secrets: SecretBox;
  clock: Clock;
  log: Logger;
  detectorEnv: DetectorEnv;
  hubEnv: HubEnv;
  memory: Pick<RecorderMemory, 'keep'>;
  cameraNames: Map<string, string>;
  storages: StorageRegistry;
  auth: RestreamAuth;
  board: StreamBoard;
  motion: MotionDetection;
  hub: HubSource;
  recordings: Recordings;
  restream: Restream;
}): RecorderSettings {
  let isSchemaCurrent = isSchemaChecked;
  let saved = Promise.resolve();
  let requests: Awaited<ReturnType<typeof listOpenRecordRequests>> = [];
  return {
    async load() {
      if (!isSchemaCurrent) requireCurrentSchema(await schema());
      isSchemaCurrent = true;
      const cameras = await loadCameras({ db, secrets });
      const readerAccount = await loadReaderAccount({ db, secrets, log });
      auth.setReaderAccount(readerAccount);
      motion.detector.set(effectiveDetector(await loadDetector({ db, secrets }), detectorEnv));
      hub.set(usableHub(effectiveHub(await loadHub({ db, secrets }), hubEnv)), await listLinkedEntities(db));
      requests = await listOpenRecordRequests(db, new Date(clock.now()));
      await storages.refresh();
      // Not awaited: a hanging disk must not delay changes of the cameras.
      saved = memory.keep({ cameras, storages: storages.toRemember(), readerAccount });
      return cameras;
    },
    async apply(plan, cameras) {
      cameraNames.clear();
      for (const { id, name } of cameras) cameraNames.set(id, name);
      board.setStreams([
        ...plan.recordings.map(({ cameraId, stream }) => ({ cameraId, stream, off: null })),
        ...plan.off.map(({ cameraId, stream, detail }) => ({ cameraId, stream, off: detail })),
      ]);
      motion.cameras.set(plan.watched);
      motion.detector.refresh();
      hub.refresh();
      for (const { id, cameraId, fromTs, untilTs } of requests.filter((one) => one.untilTs.getTime() > clock.now()))
        motion.cameras.step(cameraId, {
          kind: 'record',
          key: id,
          fromMs: fromTs.getTime(),
          untilMs: untilTs.getTime(),
        });
      recordings.set(plan.recordings);
      await restream.setSources(plan.sources);
    },
    saved: () => saved,
  };
}
