import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, migrate, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { startLoopedCameras } from '../looped-cameras.ts';
import { readTreeUse } from '../process-tree.ts';
import { quantile, type Study, verdict } from '../study.ts';
import { throwAwayFolder } from '../throw-away-database.ts';

const CAMERAS = 16;
const WANTED_RATIO = 1.5;
const WANTED_LAG_MS = 500;
const START_LIMIT_MS = 120_000;
const POLL_MS = 10;

export const recorder: Study = {
  name: 'recorder',
  title: `${CAMERAS} cameras (1080p, 4 Mbit/s, copy) against as many bare ffmpeg processes that write segments`,
  run: async ({ resources, quick, signal }) => {
    const { rounds, roundMs } = quick ? { rounds: 1, roundMs: 20_000 } : { rounds: 2, roundMs: 60_000 };
    const folder = await throwAwayFolder(resources);
    const urls = await startLoopedCameras(resources, { folder, lastsSeconds: quick ? 300 : 900, count: CAMERAS });
    const ours: Measured[] = [];
    const bare: Measured[] = [];
    const lagsMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      ours.push(await measureOurs({ urls, folder: join(folder, `ours-${round}`), roundMs, lagsMs }));
      bare.push(await measureBare({ urls, folder: join(folder, `bare-${round}`), roundMs }));
    }
    const ratio = mean(ours, 'cpuSeconds') / mean(bare, 'cpuSeconds');
    const lagMs = quantile(lagsMs, 0.95);
    return [
      line('ours (restream, index, fsync)', ours),
      line('bare ffmpeg', bare),
      `  of ours, the recorder's own process ${mean(ours, 'ownCpuSeconds').toFixed(3)} s, PostgreSQL ` +
        `${mean(ours, 'databaseCpuSeconds').toFixed(3)} s, ffmpeg the rest`,
      `  ratio ${ratio.toFixed(2)}, wanted at most ${WANTED_RATIO}: ${verdict(ratio <= WANTED_RATIO)}`,
      `  segment closed to indexed: p50 ${quantile(lagsMs, 0.5).toFixed(0)} ms, p95 ${lagMs.toFixed(0)} ms over ` +
        `${lagsMs.length} segments, wanted under ${WANTED_LAG_MS}: ${verdict(lagMs < WANTED_LAG_MS)}`,
    ];
  },
};

/** For one camera, and processor time for one minute of it. */
interface Measured {
  cpuSeconds: number;
  /** The recorder's own process, without ffmpeg. */
  ownCpuSeconds: number;
  databaseCpuSeconds: number;
  rssBytes: number;
}

const mean = (rounds: readonly Measured[], key: keyof Measured) =>
  rounds.reduce((sum, round) => sum + round[key], 0) / rounds.length;

const line = (title: string, rounds: readonly Measured[]) =>
  `  ${title.padEnd(32)} ${mean(rounds, 'cpuSeconds').toFixed(3)} s of processor time a camera-minute` +
  ` (rounds ${rounds.map(({ cpuSeconds }) => cpuSeconds.toFixed(3)).join(', ')}),` +
  ` ${(mean(rounds, 'rssBytes') / 2 ** 20).toFixed(0)} MiB resident a camera`;

/** The recorder as it ships, with a PostgreSQL that makes everything durable. */
async function measureOurs({
  urls,
  folder,
  roundMs,
  lagsMs,
}: {
  urls: readonly string[];
  folder: string;
  roundMs: number;
  lagsMs: number[];
}): Promise<Measured> {
  await using resources = new AsyncDisposableStack();
  await mkdir(folder);
  const log = createLogger({ name: 'bench', level: 'warn' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  resources.defer(() => postgres.stop());
  await migrate({ connectionString: postgres.connectionString });
  const pool = createPool({ connectionString: postgres.connectionString, poolSize: 2 });
  resources.defer(() => pool.end());
  await pool.query(
    `insert into camera (name, name_key, main_url, policy_id)
     select 'Camera ' || n, 'camera ' || n, url, policy.id
     from recording_policy policy, unnest($1::text[]) with ordinality as source (url, n) where is_default`,
    [urls],
  );
  const env = { DATABASE_URL: postgres.connectionString, DATA_DIR: folder, RTSP_PORT: '0', LOG_LEVEL: 'warn' };
  const child = start(process.execPath, ['apps/recorder/src/main.ts'], { PATH: process.env.PATH ?? '', ...env });
  resources.defer(() => stop(child, 'SIGTERM'));
  await until(async () => {
    const { rows } = await pool.query('select 1 from segment group by camera_id having count(*) > 1');
    return rows.length === CAMERAS;
  });
  const { rows: backend } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(backend[0]?.pid ?? 0);
  const [recorderBefore, databaseBefore] = [readTreeUse(child.pid ?? 0), readTreeUse(postmaster)];
  const began = performance.now();
  await pause(roundMs);
  const [recorderAfter, databaseAfter] = [readTreeUse(child.pid ?? 0), readTreeUse(postmaster)];
  const cameraMinutes = CAMERAS * ((performance.now() - began) / 60_000);
  const perCameraMinute = (ms: number) => ms / 1000 / cameraMinutes;
  const databaseCpuSeconds = perCameraMinute(databaseAfter.cpuMs - databaseBefore.cpuMs);
  const cpuSeconds = perCameraMinute(recorderAfter.cpuMs - recorderBefore.cpuMs) + databaseCpuSeconds;
  const ownCpuSeconds = perCameraMinute(recorderAfter.ownCpuMs - recorderBefore.ownCpuMs);
  // Afterwards: looking at the index all the time has a price of its own.
  const stopLags = watchLags(pool, join(folder, 'footage'), lagsMs);
  await pause(roundMs / 2);
  await stopLags();
  return { cpuSeconds, ownCpuSeconds, databaseCpuSeconds, rssBytes: recorderAfter.rssBytes / CAMERAS };
}

async function measureBare({
  urls,
  folder,
  roundMs,
}: {
  urls: readonly string[];
  folder: string;
  roundMs: number;
}): Promise<Measured> {
  await using resources = new AsyncDisposableStack();
  await mkdir(folder);
  const children: ChildProcess[] = [];
  for (const [camera, url] of urls.entries()) {
    const input = ['-hide_banner', '-loglevel', 'error', '-rtsp_transport', 'tcp', '-i', url];
    const output = ['-c', 'copy', '-f', 'segment', '-segment_time', '4', join(folder, `${camera}-%d.mp4`)];
    const child = start('ffmpeg', [...input, ...output], { PATH: process.env.PATH ?? '' });
    resources.defer(() => stop(child, 'SIGINT'));
    children.push(child);
  }
  await until(() => readdirSync(folder).filter((name) => name.endsWith('-2.mp4')).length === CAMERAS);
  const use = () => children.map(({ pid }) => readTreeUse(pid ?? 0));
  const sum = (key: 'cpuMs' | 'rssBytes') => use().reduce((total, one) => total + one[key], 0);
  const before = sum('cpuMs');
  const began = performance.now();
  await pause(roundMs);
  const cpuMs = sum('cpuMs') - before;
  const cameraMinutes = CAMERAS * ((performance.now() - began) / 60_000);
  const cpuSeconds = cpuMs / 1000 / cameraMinutes;
  return { cpuSeconds, ownCpuSeconds: 0, databaseCpuSeconds: 0, rssBytes: sum('rssBytes') / CAMERAS };
}

/** From the last write to a file to the moment its row can be seen; looking every few milliseconds adds as many. */
function watchLags(pool: ReturnType<typeof createPool>, root: string, lagsMs: number[]): () => Promise<void> {
  let isOver = false;
  const watch = async () => {
    let last: number | undefined;
    while (!isOver) {
      const { rows } = await pool.query<{ id: number; path: string }>(
        'select id, path from segment where id > $1 order by id',
        [last ?? 0],
      );
      const seenMs = Date.now();
      if (last !== undefined) for (const { path } of rows) lagsMs.push(seenMs - statSync(join(root, path)).mtimeMs);
      last = rows.at(-1)?.id ?? last ?? 0;
      await pause(POLL_MS);
    }
  };
  const watching = watch();
  return () => {
    isOver = true;
    return watching;
  };
}

const start = (program: string, args: readonly string[], env: Record<string, string>): ChildProcess =>
  spawn(program, args, { cwd: join(import.meta.dirname, '../..'), env, stdio: ['ignore', 'ignore', 'inherit'] });

async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await exited;
  clearTimeout(late);
}

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error('the recording did not begin in time');
    await pause(250);
  }
}

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
