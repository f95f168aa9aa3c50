import { arch, availableParallelism, platform, release, totalmem, uptime } from 'node:os';
import { API_VERSION } from '@holdfast/contract';
import {
  type Database,
  findHeartbeat,
  KEPT_WARNINGS,
  listBackups,
  listCameras,
  listChannels,
  listNamedStreamStatus,
  listPolicies,
  listStorageStatuses,
  listStorages,
  listVisibleSystemEvents,
  listWarnings,
  readBackupSchedule,
  readDatabaseFacts,
  readHubConfig,
  readHubStatus,
  readSettings,
} from '@holdfast/db';
import type { Clock } from '@holdfast/kit';
import { createMachineHistory } from '../machine-history/read-history.ts';
import { presentPolicy } from '../policies/present.ts';
import { presentRecorder } from '../status/present.ts';
import { VERSION } from '../system/version.ts';
import { presentWarning } from '../warnings/present.ts';
import type { EnvSummary } from './describe-env.ts';
import { hostsOf } from './hide-hosts.ts';
import { bundleCamera, bundleChannel, bundleEvent, bundleStorage, bundleStream } from './present.ts';

const MAX_EVENTS = 500;

export type BundleDeps = { db: Database; clock: Clock; timeZone: string; envSummary: EnvSummary; isDemo: boolean };

const README = `Holdfast support bundle

What the system is, how it is set up and how it is doing, for a report. Every file is JSON that you can read before you send it.

Not included: footage and pictures, passwords, keys and tokens, addresses and logins of cameras, channels and the smart-home hub,
plates, users and their names, bookmarks. Names of cameras, policies and storages are included.
`;

export interface Bundle {
  files: Record<string, unknown>;
  /** Masked in all files. */
  hosts: string[];
}

/** The files of the bundle. Fields are listed one by one, so that a new column never gets into it by itself. */
export async function readBundle(deps: BundleDeps, userId: string): Promise<Bundle> {
  const { db, clock } = deps;
  const history = createMachineHistory(deps);
  const [heartbeat, settings, schedule, backups, hub, hubConfig, database, day, month] = await Promise.all([
    findHeartbeat(db, 'recorder'),
    readSettings(db),
    readBackupSchedule(db),
    listBackups(db, 10),
    readHubStatus(db),
    readHubConfig(db),
    readDatabaseFacts(db),
    history('day'),
    history('month'),
  ]);
  const [cameras, channels, streams, policies, storages, statuses, events, warnings] = await Promise.all([
    listCameras(db),
    listChannels(db),
    listNamedStreamStatus(db),
    listPolicies(db),
    listStorages(db),
    listStorageStatuses(db),
    listVisibleSystemEvents(db, { userId, seesSystem: true, seesPlates: false, limit: MAX_EVENTS }),
    listWarnings(db, 2 * KEPT_WARNINGS),
  ]);
  const files = {
    'README.txt': README,
    'about.json': { taken_at: new Date(clock.now()).toISOString(), ...aboutThis(deps), database },
    'settings.json': {
      environment: deps.envSummary,
      server: settings,
      backups: { ...schedule, runs: backups.map(({ state, queuedAt, error }) => ({ state, queuedAt, error })) },
    },
    'status.json': {
      recorder: { ...presentRecorder(heartbeat, clock.now()), version: heartbeat?.version ?? null },
      hub: { state: hub.state, reason: hub.reason, since: hub.since },
      streams: streams.map(bundleStream),
      storages: storages.map((storage) =>
        bundleStorage(
          storage,
          statuses.find(({ storageId }) => storageId === storage.id),
        ),
      ),
    },
    'cameras.json': cameras.map(bundleCamera),
    'policies.json': policies.map(presentPolicy),
    'channels.json': channels.map(bundleChannel),
    'load.json': { day, month },
    'events.json': events.map(bundleEvent),
    'warnings.json': warnings.map(presentWarning),
  };
  const addresses = cameras.flatMap(({ mainUrl, subUrl, onvifUrl }) => [mainUrl, subUrl, onvifUrl]);
  return { files, hosts: hostsOf([...addresses, hubConfig.baseUrl, ...channels.map(({ baseUrl }) => baseUrl)]) };
}

const aboutThis = ({ timeZone, isDemo }: BundleDeps) => ({
  version: VERSION,
  api_version: API_VERSION,
  demo: isDemo,
  node: process.version,
  system: `${platform()} ${release()} ${arch()}`,
  processors: availableParallelism(),
  memory_bytes: totalmem(),
  machine_up_seconds: Math.round(uptime()),
  process_up_seconds: Math.round(process.uptime()),
  process_memory_bytes: process.memoryUsage.rss(),
  time_zone: timeZone,
});
