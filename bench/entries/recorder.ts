import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoopedCameras } from '../looped-cameras.ts';
import { type ProcessUse, readProcesses, treeOf } from '../process-tree.ts';
import { stopChild } from '../stop-child.ts';
import { quantile, type Study, verdict } from '../study.ts';
import { throwAwayFolder } from '../throw-away-database.ts';
import {
  type ProductPart,
  productParts,
  startWholeProduct,
  sum,
  until,
  type WholeProduct,
} from '../whole-product.ts';

const WANTED = {
  recorderRatio: 1.0,
  treeRatio: 1.4,
  treeRatioWithSound: 2.5,
  /** A camera, of the whole tree at 16 cameras. */
  treeMiB: 25,
  lagMs: 500,
};
const POLL_MS = 10;
const MIB = 2 ** 20;

/** The whole product beside as many bare copies of the same cameras, in the same minutes. */
export const recorder: Study = {
  name: 'recorder',
  title: '8 and 16 cameras (1080p, 20 fps, 4 Mbit/s) in the whole product, against as many `ffmpeg -c copy -f segment`',
  run: async ({ resources, quick, signal }) => {
    const folder = await throwAwayFolder(resources);
    const counts = quick ? [4] : [8, 16];
    const most = Math.max(...counts);
    const cameras = await startLoopedCameras(resources, { folder, lastsSeconds: quick ? 300 : 900, count: most });
    const lines: string[] = [];
    for (const count of counts)
      for (const sound of [false, true]) {
        signal.throwIfAborted();
        const urls = (sound ? cameras.withSound : cameras.silent).slice(0, count);
        lines.push(...(await measure({ folder: join(folder, `${count}-${sound}`), urls, sound, quick, signal })));
      }
    return lines;
  },
};

interface Round {
  /** Processor time a camera-minute, and memory a camera. */
  parts: Record<ProductPart, ProcessUse>;
  tree: ProcessUse;
  bare: ProcessUse;
}

async function measure({
  folder,
  urls,
  sound,
  quick,
  signal,
}: {
  folder: string;
  urls: readonly string[];
  sound: boolean;
  quick: boolean;
  signal: AbortSignal;
}): Promise<string[]> {
  await using resources = new AsyncDisposableStack();
  const { rounds, roundMs } = quick ? { rounds: 1, roundMs: 20_000 } : { rounds: 5, roundMs: 30_000 };
  await mkdir(folder);
  const ours = await startWholeProduct(resources, { folder: join(folder, 'ours') });
  const [base] = [ours.use().recorder.pssBytes];
  await addCameras(ours, { urls, sound });
  const bare = await startBare(resources, { urls, sound, folder: join(folder, 'bare') });
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    measured.push(await measureRound({ ours: ours.use, bare, roundMs, count: urls.length }));
  }
  const lagsMs = await watchLags(ours, roundMs);
  return report(measured, { count: urls.length, sound, base, lagsMs });
}

async function addCameras(ours: WholeProduct, { urls, sound }: { urls: readonly string[]; sound: boolean }) {
  for (const [index, url] of urls.entries())
    await ours.post('/config/cameras', {
      name: `Camera ${index + 1}`,
      main_url: url,
      record_audio: sound,
      motion_pixel_enabled: false,
    });
  await until(async () => {
    const { rows } = await ours.pool.query('select 1 from segment group by camera_id having count(*) > 1');
    return rows.length === urls.length;
  });
}

async function startBare(
  resources: AsyncDisposableStack,
  { urls, sound, folder }: { urls: readonly string[]; sound: boolean; folder: string },
): Promise<() => ProcessUse> {
  await mkdir(folder);
  const pids = urls.map((url, camera) => {
    const input = ['-hide_banner', '-loglevel', 'error', '-rtsp_transport', 'tcp', '-i', url];
    const output = ['-c', 'copy', '-f', 'segment', '-segment_time', '4', join(folder, `${camera}-%d.mp4`)];
    const child = spawn('ffmpeg', [...input, ...(sound ? [] : ['-an']), ...output], {
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    resources.defer(() => stopChild(child, 'SIGINT', 15_000));
    return child.pid ?? 0;
  });
  await until(() => readdirSync(folder).filter((name) => name.endsWith('-2.mp4')).length === urls.length);
  return () => {
    const all = readProcesses();
    return sum(pids.map((pid) => treeOf(all, pid)));
  };
}

/** Both in the same minute: whatever else the machine does makes each of them dearer alike. */
async function measureRound({
  ours,
  bare,
  roundMs,
  count,
}: {
  ours: WholeProduct['use'];
  bare: () => ProcessUse;
  roundMs: number;
  count: number;
}): Promise<Round> {
  const before = { ours: ours(), bare: bare() };
  const began = performance.now();
  await pause(roundMs);
  const after = { ours: ours(), bare: bare() };
  const cameraMinutes = count * ((performance.now() - began) / 60_000);
  const between = (from: ProcessUse, to: ProcessUse): ProcessUse => ({
    cpuMs: (to.cpuMs - from.cpuMs) / cameraMinutes,
    pssBytes: to.pssBytes / count,
  });
  const parts = Object.fromEntries(
    productParts.map((part) => [part, between(before.ours[part], after.ours[part])]),
  ) as Record<ProductPart, ProcessUse>;
  return { parts, tree: sum(Object.values(parts)), bare: between(before.bare, after.bare) };
}

function report(
  rounds: readonly Round[],
  { count, sound, base, lagsMs }: { count: number; sound: boolean; base: number; lagsMs: readonly number[] },
): string[] {
  const cost = (title: string, useOf: (round: Round) => ProcessUse) => {
    const each = rounds.map((round) => useOf(round).cpuMs / 1000).toSorted((a, b) => a - b);
    const memory = quantile(
      rounds.map((round) => useOf(round).pssBytes / MIB),
      0.5,
    );
    return (
      `  ${title.padEnd(24)} ${quantile(each, 0.5).toFixed(3)} s of processor time a camera-minute` +
      ` (${each[0]?.toFixed(3)} to ${each.at(-1)?.toFixed(3)}), ${memory.toFixed(1)} MiB a camera`
    );
  };
  const middle = (of: (round: Round) => number) => quantile(rounds.map(of), 0.5);
  const treeRatio = middle(({ tree, bare }) => tree.cpuMs / bare.cpuMs);
  const recorderRatio = middle(({ parts, bare }) => parts.recorder.cpuMs / bare.cpuMs);
  const treeMiB = middle(({ tree }) => tree.pssBytes / MIB);
  const recorderMiB = middle(({ parts }) => parts.recorder.pssBytes - base / count) / MIB;
  const wantedTree = sound ? WANTED.treeRatioWithSound : WANTED.treeRatio;
  const lagMs = quantile(lagsMs, 0.95);
  return [
    `  ${count} cameras ${sound ? 'with' : 'without'} sound, median of ${rounds.length} rounds (least to most); memory is PSS`,
    cost('bare ffmpeg', ({ bare }) => bare),
    ...productParts.map((part) => cost(part, ({ parts }) => parts[part])),
    cost('whole tree', ({ tree }) => tree),
    `  whole tree ${treeRatio.toFixed(2)} times the bare ones, wanted ${wantedTree}: ${verdict(treeRatio <= wantedTree)}`,
    ...(sound
      ? []
      : [
          `  recorder ${recorderRatio.toFixed(2)} times, wanted ${WANTED.recorderRatio}: ${verdict(recorderRatio <= WANTED.recorderRatio)}`,
        ]),
    ...(count === 16 && !sound
      ? [
          `  whole tree ${treeMiB.toFixed(1)} MiB a camera, wanted ${WANTED.treeMiB}: ${verdict(treeMiB <= WANTED.treeMiB)}`,
          `  recorder ${recorderMiB.toFixed(1)} MiB a camera above its base, wanted 8: ${verdict(recorderMiB <= 8)}`,
        ]
      : []),
    `  segment closed to indexed: p50 ${quantile(lagsMs, 0.5).toFixed(0)} ms, p95 ${lagMs.toFixed(0)} ms over ` +
      `${lagsMs.length} segments, wanted under ${WANTED.lagMs}: ${verdict(lagMs < WANTED.lagMs)}`,
  ];
}

/** From the last write to a file to the moment its row can be seen. Measured apart: looking all the time has its price. */
async function watchLags({ pool, footage }: WholeProduct, forMs: number): Promise<number[]> {
  const lagsMs: number[] = [];
  const deadline = performance.now() + forMs;
  let last: number | undefined;
  while (performance.now() < deadline) {
    const { rows } = await pool.query<{ id: number; path: string }>(
      'select id, path from segment where id > $1 order by id',
      [last ?? 0],
    );
    const seenMs = Date.now();
    if (last !== undefined) for (const { path } of rows) lagsMs.push(seenMs - statSync(join(footage, path)).ctimeMs);
    last = rows.at(-1)?.id ?? last ?? 0;
    await pause(POLL_MS);
  }
  return lagsMs;
}
