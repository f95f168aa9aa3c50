import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect, createPool, schemaState } from '@holdfast/db';
import {
  createLogger,
  createSecretBox,
  createTokens,
  deriveKey,
  loadServerKey,
  runUntilSignal,
  sleep,
  systemClock,
} from '@holdfast/kit';
import { childEnv } from '@holdfast/media';
import { recorder } from '../recorder.ts';
import type { RecordingTiming } from '../recording/record-stream.ts';
import { realDisk, type SegmentDisk, type SpoolHandle } from '../segments/segment-disk.ts';

/** Settings of the test; everything else is as in the product. */
export interface ChildSettings {
  dataDir: string;
  connectionString: string;
  rtspPort?: number;
  timing?: Partial<RecordingTiming>;
  /** While this file exists no files can be created in the built-in storage. */
  fullWhile?: string;
  /** While the file exists calls below the folder hang. */
  hangs?: { while: string; below: string };
}

const settings = JSON.parse(process.argv[2] ?? '') as ChildSettings;
const { dataDir, connectionString, rtspPort = 0, timing = {}, fullWhile, hangs } = settings;
const answered = async (path: string) => {
  while (hangs !== undefined && path.startsWith(hangs.below) && existsSync(hangs.while)) await sleep(100);
};
const hangingHandle = (path: string, handle: SpoolHandle): SpoolHandle => ({
  ...handle,
  append: async (pieces) => {
    await answered(path);
    await handle.append(pieces);
  },
  sync: async () => {
    await answered(path);
    await handle.sync();
  },
});
const builtIn = join(dataDir, 'footage');
const disk: SegmentDisk = {
  ...realDisk,
  create: async (path) => {
    await answered(path);
    return hangingHandle(path, await realDisk.create(path));
  },
  reopen: async (path) => {
    await answered(path);
    return hangingHandle(path, await realDisk.reopen(path));
  },
  syncFile: async (path) => {
    await answered(path);
    await realDisk.syncFile(path);
  },
  link: async (from, to) => {
    if (fullWhile !== undefined && to.startsWith(builtIn) && existsSync(fullWhile))
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    await realDisk.link(from, to);
  },
};
const log = createLogger({ name: 'recorder', level: 'debug', format: 'json' });
const pool = createPool({ connectionString, poolSize: 8, onIdleError: () => {} });
const db = connect(pool);
const serverKey = await loadServerKey(dataDir);

await runUntilSignal({
  log,
  hardLimitMs: 30_000,
  tasks: [
    recorder({
      db,
      schema: () => schemaState(pool),
      connectionString,
      dataDir,
      clock: systemClock,
      log,
      secrets: createSecretBox(deriveKey(serverKey, 'secrets')),
      tokens: createTokens(deriveKey(serverKey, 'tokens'), systemClock),
      outbound: {},
      ffmpeg: { path: 'ffmpeg', env: childEnv(process.env) },
      host: '127.0.0.1',
      rtspPort,
      detectorEnv: {},
      hubEnv: {},
      timeZone: 'UTC',
      version: '0.0.0',
      bootGraceMs: 0,
      disk,
      timing: { segmentSeconds: 1, ...timing },
    }),
  ],
  closers: [() => db.destroy()],
});
