import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, migrate, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { startLoopedCameras } from '../looped-cameras.ts';
import { quantile } from '../percentiles.ts';
import { readTreeUse } from '../process-tree.ts';
import { type Study, verdict } from '../study.ts';
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
    const { rounds, roundMs } = quick ? { rounds: 1, roundMs: 20_000 } : { rounds: 3, roundMs: 40_000 };
    const folder = await throwAwayFolder(resources);
    const urls = await startLoopedCameras(resources, { folder, lastsSeconds: quick ? 300 : 900, count: CAMERAS });
    const ours = await startOurs(resources, { urls, folder: join(folder, 'ours') });
    const bare = await startBare(resources, { urls, folder: join(folder, 'bare') });
    const measured: { ours: Measured; bare: Measured }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      measured.push(await measureBoth({ ours: ours.use, bare: bare.use, roundMs }));
    }
    // Measured afterwards, because polling the index has a cost of its own.
    const lagsMs: number[] = [];
    const stopLags = watchLags(ours.pool, join(folder, 'ours', 'footage'), lagsMs);
    await pause(roundMs);
    await stopLags();
    const [oursEach, bareEach] = [measured.map((round) => round.ours), measured.map((round) => round.bare)];
    const ratio = mean(oursEach, 'cpuSeconds') / mean(bareEach, 'cpuSeconds');
    const lagMs = quantile(lagsMs, 0.95);
    return [
      line('ours (restream, index, fsync)', oursEach),
      line('bare ffmpeg', bareEach),
      `  of ours, the recorder's own process ${mean(oursEach, 'ownCpuSeconds').toFixed(3)} s, PostgreSQL ` +
        `${mean(oursEach, 'databaseCpuSeconds').toFixed(3)} s, ffmpeg the rest`,
      `  ratio ${ratio.toFixed(2)}, allowed at most ${WANTED_RATIO}: ${verdict(ratio <= WANTED_RATIO)}`,
      `  segment closed to indexed: p50 ${quantile(lagsMs, 0.5).toFixed(0)} ms, p95 ${lagMs.toFixed(0)} ms over ` +
        `${lagsMs.length} segments, required under ${WANTED_LAG_MS}: ${verdict(lagMs < WANTED_LAG_MS)}`,
    ];
  },
};

/** For one camera, and CPU time for one minute of it. */
interface Measured {
  cpuSeconds: number;
  /** The recorder's own process, without ffmpeg. */
  ownCpuSeconds: number;
  databaseCpuSeconds: number;
  rssBytes: number;
}

/** The totals of all processes of one side so far. */
type ReadUse = () => { cpuMs: number; ownCpuMs: number; databaseCpuMs: number; rssBytes: number };

const mean = (rounds: readonly Measured[], key: keyof Measured) =>
  rounds.reduce((sum, round) => sum + round[key], 0) / rounds.length;

const line = (title: string, rounds: readonly Measured[]) =>
  `  ${title.padEnd(32)} ${mean(rounds, 'cpuSeconds').toFixed(3)} s of CPU time a camera-minute` +
  ` (rounds ${rounds.map(({ cpuSeconds }) => cpuSeconds.toFixed(3)).join(', ')}),` +
  ` ${(mean(rounds, 'rssBytes') / 2 ** 20).toFixed(0)} MiB resident a camera`;

/** Both at the same time, so that other load affects both alike. */
async function measureBoth({ ours, bare, roundMs }: { ours: ReadUse; bare: ReadUse; roundMs: number }) {
  const before = { ours: ours(), bare: bare() };
  const began = performance.now();
  await pause(roundMs);
  const after = { ours: ours(), bare: bare() };
  const cameraMinutes = CAMERAS * ((performance.now() - began) / 60_000);
  const between = (side: 'ours' | 'bare'): Measured => {
    const used = (key: 'cpuMs' | 'ownCpuMs' | 'databaseCpuMs') =>
      (after[side][key] - before[side][key]) / 1000 / cameraMinutes;
    return {
      cpuSeconds: used('cpuMs'),
      ownCpuSeconds: used('ownCpuMs'),
      databaseCpuSeconds: used('databaseCpuMs'),
      rssBytes: after[side].rssBytes / CAMERAS,
    };
  };
  return { ours: between('ours'), bare: between('bare') };
}

/** The recorder as shipped, with a durable PostgreSQL. */
async function startOurs(
  resources: AsyncDisposableStack,
  { urls, folder }: { urls: readonly string[]; folder: string },
): Promise<{ pool: ReturnType<typeof createPool>; use: ReadUse }> {
  await mkdir(folder);
  const log = createLogger({ name: 'bench', level: 'warn' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  resources.defer(() => postgres.stop());
  await migrate({ connectionString: postgres.connectionString });
  const pool = createPool({ connectionString: postgres.connectionString, poolSize: 2 });
  resources.defer(() => pool.end());
  await pool.query(
    `insert into camera (name, name_key, main_url, policy_id, motion_pixel_enabled)
     select 'Camera ' || n, 'camera ' || n, url, policy.id, false
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
  const use = () => {
    const [recording, database] = [readTreeUse(child.pid ?? 0), readTreeUse(postmaster)];
    return { ...recording, cpuMs: recording.cpuMs + database.cpuMs, databaseCpuMs: database.cpuMs };
  };
  return { pool, use };
}

async function startBare(
  resources: AsyncDisposableStack,
  { urls, folder }: { urls: readonly string[]; folder: string },
): Promise<{ use: ReadUse }> {
  await mkdir(folder);
  const pids: number[] = [];
  for (const [camera, url] of urls.entries()) {
    const input = ['-hide_banner', '-loglevel', 'error', '-rtsp_transport', 'tcp', '-i', url];
    const output = ['-c', 'copy', '-f', 'segment', '-segment_time', '4', join(folder, `${camera}-%d.mp4`)];
    const child = start('ffmpeg', [...input, ...output], { PATH: process.env.PATH ?? '' });
    resources.defer(() => stop(child, 'SIGINT'));
    pids.push(child.pid ?? 0);
  }
  await until(() => readdirSync(folder).filter((name) => name.endsWith('-2.mp4')).length === CAMERAS);
  const use = () => {
    const trees = pids.map(readTreeUse);
    const sum = (key: 'cpuMs' | 'rssBytes') => trees.reduce((total, tree) => total + tree[key], 0);
    return { cpuMs: sum('cpuMs'), ownCpuMs: 0, databaseCpuMs: 0, rssBytes: sum('rssBytes') };
  };
  return { use };
}

/** From the last write to a file until its row is visible; polling every few milliseconds adds as much. */
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
