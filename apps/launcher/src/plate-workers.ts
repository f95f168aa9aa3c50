import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  beginPlateWorker,
  endAllPlateWorkers,
  endPlateWorker,
  listCamerasForWorkers,
  type PlainConn,
} from '@holdfast/db/server';
import { ExitWith, type Logger, type Task, type WakeUp } from '@holdfast/kit';
import { type ChildCommand, superviseChild } from './supervise-child.ts';

export interface PlateWorkersOptions {
  db: PlainConn;
  /** How to start a worker; its settings are in its environment. */
  command: ChildCommand;
  childEnv: NodeJS.ProcessEnv;
  dataDir: string;
  apiBaseUrl: string;
  /** `host:port` of the restream. */
  restream: string;
  log: Logger;
  /** Woken when cameras or settings may have changed. */
  changed: Pick<WakeUp, 'sleep'>;
  retryMs?: number;
}

const RETRY_MS = 5_000;
/** The longest delay that a timer accepts. */
const UNTIL_CHANGED_MS = 2 ** 31 - 1;
/** Where workers keep reads until the API accepts them; one folder per camera. */
const queueRoot = (dataDir: string) => join(dataDir, 'plate-queue');

/**
 * Runs a plate worker for each camera whose engine needs one. Each start gets its own token for that camera, for both the API
 * and the restream, which is revoked when the process ends.
 */
export const plateWorkers = (options: PlateWorkersOptions): Task => ({
  name: 'plate workers',
  run: async (signal) => {
    const { db, dataDir, log, changed, retryMs = RETRY_MS } = options;
    const running = new Map<string, { stop: () => Promise<void> }>();
    const follow = async () => {
      const wanted = new Map((await listCamerasForWorkers(db)).map((camera) => [camera.id, camera]));
      const unwanted = [...running].filter(([id]) => !wanted.has(id));
      for (const [id] of unwanted) running.delete(id);
      // In parallel, so that a worker that hangs does not let the others continue.
      await Promise.all(unwanted.map(([, worker]) => worker.stop()));
      await dropQueues(dataDir, (id) => wanted.has(id) || running.has(id));
      for (const camera of wanted.values())
        if (!running.has(camera.id)) running.set(camera.id, runWorker(options, camera));
    };
    let isPrepared = false;
    while (!signal.aborted) {
      let waitMs = UNTIL_CHANGED_MS;
      try {
        // Only the launcher starts workers on this data: existing tokens belong to a launcher that was killed.
        if (!isPrepared) await endAllPlateWorkers(db);
        isPrepared = true;
        await follow();
      } catch (err) {
        if (!signal.aborted) log.debug({ err }, 'the cameras for plate workers cannot be read now');
        waitMs = retryMs;
      }
      await changed.sleep(waitMs, signal);
    }
    await Promise.all([...running.values()].map(({ stop }) => stop()));
  },
});

/** A worker decodes what cameras send: with another secret than its own token it could do more than read one camera. */
const SECRET_KEY = /(^DATABASE_URL|_SECRET|_PASSWORD|_TOKEN)(_FILE)?$/;

const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([key]) => !SECRET_KEY.test(key)));

function runWorker(options: PlateWorkersOptions, camera: { id: string; hasSubStream: boolean }) {
  const { command, childEnv, log } = options;
  const stopping = new AbortController();
  const env = withoutSecrets(childEnv);
  const child: ChildCommand = {
    ...command,
    name: `${command.name} ${camera.id}`,
    prepare: () => prepareWorker(options, camera),
  };
  const done = superviseChild({ command: child, env, log })
    .run(stopping.signal)
    .catch((err: unknown) => {
      // Recording continues without plates; the worker has logged the reason.
      log.error(
        { camera_id: camera.id, reason: err instanceof ExitWith ? err.message : String(err) },
        'no plates are read from this camera',
      );
    });
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function prepareWorker(
  { db, dataDir, apiBaseUrl, restream }: PlateWorkersOptions,
  camera: { id: string; hasSubStream: boolean },
) {
  const token = randomBytes(32).toString('base64url');
  const tokenDigest = createHash('sha256').update(token).digest();
  await beginPlateWorker(db, { cameraId: camera.id, tokenDigest });
  const streamUrl = (stream: string) => `rtsp://${restream}/${camera.id}/${stream}?token=${token}`;
  return {
    env: {
      DATA_DIR: dataDir,
      API_BASE_URL: apiBaseUrl,
      LPR_CAMERA_ID: camera.id,
      LPR_INGEST_TOKEN: token,
      LPR_INGEST_TOKEN_FILE: '',
      LPR_RTSP_URL: streamUrl('main'),
      LPR_RTSP_URL_FILE: '',
      LPR_RTSP_SUB_URL: camera.hasSubStream ? streamUrl('sub') : '',
      LPR_RTSP_SUB_URL_FILE: '',
    },
    release: async () => {
      await endPlateWorker(db, tokenDigest);
    },
  };
}

/** Queued reads of a camera without plate reading are discarded. */
async function dropQueues(dataDir: string, isWanted: (cameraId: string) => boolean): Promise<void> {
  const folders = await readdir(queueRoot(dataDir)).catch(() => []);
  for (const cameraId of folders)
    if (!isWanted(cameraId)) await rm(join(queueRoot(dataDir), cameraId), { recursive: true, force: true });
}
