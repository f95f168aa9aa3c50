import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  connect,
  createPool,
  type Database,
  findDefaultPolicyId,
  insertCamera,
  migrate,
  startEmbeddedPostgres,
} from '@holdfast/db';
import { parseSourceUrl } from '@holdfast/domain';
import { createLogger, createSecretBox, deriveKey, loadServerKey, type SecretBox } from '@holdfast/kit';
import { until as ask, createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { inject } from 'vitest';
import type { ChildSettings } from './recorder-child.ts';

const CHILD = join(import.meta.dirname, 'recorder-child.ts');

export interface RunningRecorder {
  process: ChildProcess;
  /** Everything it has written so far. */
  output(): string;
  /** Whether its process is gone and everything that it had written was read. */
  hasEnded(): boolean;
  /** An orderly stop; resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** A database, a folder and any number of recorders, for tests that need the real process. */
export interface Installation {
  folder: string;
  dataDir: string;
  footage: string;
  db: Database;
  connectionString: string;
  secrets: SecretBox;
  addCamera(camera: { name: string; url: string; subUrl?: string; audio?: boolean; pixels?: boolean }): Promise<string>;
  startRecorder(settings?: Partial<ChildSettings>, env?: Record<string, string>): Promise<RunningRecorder>;
  stopRecorders(): Promise<void>;
  /** Kills the database server and starts it again after `away`. */
  withoutDatabase<T>(away: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface OwnDatabase extends TestDatabase {
  /** Kills the server, and starts it again afterwards. */
  whileAway<T>(work: () => Promise<T>): Promise<T>;
}

async function startDatabase(folder: string): Promise<OwnDatabase> {
  const log = createLogger({ name: 'test', level: 'error' });
  const start = () => startEmbeddedPostgres({ dataDir: folder, log, durable: true });
  let server = await start();
  const { connectionString } = server;
  await migrate({ connectionString });
  return {
    connectionString,
    drop: () => server.stop(),
    whileAway: async (work) => {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
      try {
        return await work();
      } finally {
        server = await start();
      }
    },
  };
}

/**
 * Uses the database server of the test run, or a durable one of its own. The latter costs time and is only for tests that kill
 * the server.
 */
export async function openInstallation({ hasOwnServer = false } = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-recorder-'));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const own = hasOwnServer ? await startDatabase(join(folder, 'db')) : undefined;
  const database = own ?? (await createTestDatabase(inject('postgresUrl')));
  const db = connect(createPool({ connectionString: database.connectionString, poolSize: 4, onIdleError: () => {} }));
  const secrets = createSecretBox(deriveKey(await loadServerKey(dataDir), 'secrets'));
  const recorders = new Set<RunningRecorder>();
  allRecorders.add(recorders);

  const installation: Installation = {
    folder,
    dataDir,
    footage: join(dataDir, 'footage'),
    db,
    connectionString: database.connectionString,
    secrets,
    // Pixel analysis runs only in tests that need it: a decoder per camera would slow down all others.
    async addCamera({ name, url, subUrl, audio, pixels = false }) {
      const main = sourceOf(url);
      const sub = subUrl === undefined ? undefined : sourceOf(subUrl);
      const sealed = (password: string | null | undefined) => (password == null ? null : secrets.seal(password));
      const camera = await insertCamera(db, {
        name,
        mainUrl: main.url,
        mainPassword: sealed(main.password),
        subUrl: sub?.url ?? null,
        subPassword: sealed(sub?.password),
        recordAudio: audio ?? null,
        motionPixelEnabled: pixels,
        policyId: await findDefaultPolicyId(db),
      });
      return camera.id;
    },
    async startRecorder(settings = {}, env = {}) {
      const given: ChildSettings = {
        dataDir: resolve(dataDir),
        connectionString: database.connectionString,
        ...settings,
      };
      const child = spawn(process.execPath, [CHILD, JSON.stringify(given)], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      let hasEnded = false;
      // `exit` may come before the last output was read.
      const ended = once(child, 'close').then(() => {
        hasEnded = true;
      });
      const running: RunningRecorder = {
        process: child,
        output: () => output,
        hasEnded: () => hasEnded,
        async stop() {
          if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
          await ended;
          recorders.delete(running);
          return child.exitCode;
        },
        async kill() {
          child.kill('SIGKILL');
          await ended;
          recorders.delete(running);
        },
      };
      recorders.add(running);
      return running;
    },
    withoutDatabase(away) {
      if (!own) throw new Error('this installation has no database server of its own');
      return own.whileAway(away);
    },
    async stopRecorders() {
      await Promise.all([...recorders].map((running) => running.stop()));
    },
    async close() {
      await installation.stopRecorders();
      allRecorders.delete(recorders);
      await db.destroy();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return installation;
}

const sourceOf = (text: string) => {
  const parsed = parseSourceUrl(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.source;
};

const TAIL_LINES = 60;
const allRecorders = new Set<Set<RunningRecorder>>();

/** Like the testkit's `until`, but the error contains the last output of every recorder. */
export const until = <T>(probe: Parameters<typeof ask<T>>[0]): Promise<T> => ask(probe, recentOutput);

const recentOutput = (): string =>
  [...allRecorders]
    .flatMap((recorders) => [...recorders])
    .map(
      ({ process: { pid, exitCode }, output }) =>
        `recorder ${pid} (${exitCode === null ? 'running' : `ended with ${exitCode}`}) last output:\n` +
        output().trimEnd().split('\n').slice(-TAIL_LINES).join('\n'),
    )
    .join('\n\n');
