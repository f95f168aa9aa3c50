import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, createPool, findDefaultStorageId, insertSegments } from '@holdfast/db';
import { segmentName } from '@holdfast/domain';
import { readSegmentFacts } from '@holdfast/media';
import type { Contender, Entry, Sample } from '../harness.ts';
import { readCpuMs } from '../process-cpu.ts';
import { type Product, startProduct } from '../product.ts';
import { throwAwayFolder } from '../throw-away-database.ts';

const run = promisify(execFile);
const START = Date.UTC(2026, 0, 1);
const MINUTES = { full: 60, quick: 5 };
const FLAGS = 'movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx';
/** As exports run it. */
const LOW_PRIORITY = 10;

export const exportOfAnHour: Entry = {
  name: 'export',
  title:
    'an hour of 4 Mbit/s (quick: 5 minutes) as MP4 with manifest, from request to done, against a bare ffmpeg concat copy',
  wantedRatio: 1 / 1.2,
  plans: {
    full: { warmUpMs: 0, rounds: 5, roundMs: 0 },
    quick: { warmUpMs: 0, rounds: 3, roundMs: 0 },
  },
  prepare: async (resources, pace) => {
    const product = await startProduct(resources);
    const { id } = await product.post('/config/cameras', { name: 'Gate', main_url: 'rtsp://192.0.2.1/x' });
    const paths = await layFootage(product, { cameraId: String(id), minutes: MINUTES[pace] });
    const folder = await throwAwayFolder(resources);
    const list = join(folder, 'list.txt');
    await writeFile(list, paths.map((path) => `file '${path}'\n`).join(''));
    return {
      ours: exportContender(product, { cameraId: String(id), minutes: MINUTES[pace] }),
      base: concatContender(list, join(folder, 'bare.mp4')),
    };
  },
};

/** A minute of noise in four-second files, filed and indexed again and again: links, so that it takes no room. */
async function layFootage(
  { databaseUrl, dataDir }: Product,
  { cameraId, minutes }: { cameraId: string; minutes: number },
): Promise<string[]> {
  const folder = join(dataDir, 'footage', cameraId, 'main');
  const drafts = join(folder, 'drafts');
  await mkdir(drafts, { recursive: true });
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=15,noise=alls=60:allf=t', '-t', '60'];
  const rate = ['-b:v', '4M', '-minrate', '4M', '-maxrate', '4M', '-bufsize', '4M', '-g', '15'];
  const split = ['-f', 'segment', '-segment_time', '4', '-reset_timestamps', '1', '-segment_format_options', FLAGS];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', ...rate];
  await run('ffmpeg', ['-loglevel', 'error', ...source, ...encode, ...split, join(drafts, '%03d.mp4')]);
  const files = await Promise.all(
    (await readdir(drafts)).sort().map(async (name) => {
      const reading = await readSegmentFacts(join(drafts, name));
      if (reading.kind !== 'segment') throw new Error(`no segment was made: ${reading.kind}`);
      return { path: join(drafts, name), facts: reading.facts };
    }),
  );
  const db = connect(createPool({ connectionString: databaseUrl, poolSize: 1 }));
  const storageId = await findDefaultStorageId(db);
  const paths: string[] = [];
  const rows: Parameters<typeof insertSegments>[1][number][] = [];
  let at = START;
  for (const { path, facts } of Array.from({ length: minutes }, () => files).flat()) {
    const name = segmentName(at);
    await link(path, join(folder, name));
    paths.push(join(folder, name));
    rows.push({
      cameraId,
      stream: 'main',
      startTs: new Date(at),
      preciseStartTs: new Date(at),
      durationMs: facts.durationMs,
      endTs: new Date(at + facts.durationMs),
      storageId,
      path: join(cameraId, 'main', name),
      sizeBytes: facts.sizeBytes,
      parameterHash: facts.parameterHash,
    });
    at += facts.durationMs;
  }
  await insertSegments(db, rows);
  await db.destroy();
  return paths;
}

const sampleOf = ({ began, cpuMs }: { began: number; cpuMs: number }): Sample => {
  const elapsedMs = performance.now() - began;
  return { count: 1, elapsedMs, p50Ms: elapsedMs, p95Ms: elapsedMs, p99Ms: elapsedMs, cpuMs };
};

const exportContender = (
  { server, post, get, token }: Product,
  { cameraId, minutes }: { cameraId: string; minutes: number },
): Contender => ({
  title: 'our export',
  measure: async () => {
    const cpuBefore = readCpuMs(server.pid, { withChildren: true });
    const began = performance.now();
    const range = { start: new Date(START).toISOString(), end: new Date(START + minutes * 60_000).toISOString() };
    const { id } = await post('/exports', { camera_ids: [cameraId], ...range });
    for (;;) {
      const { state, failure } = JSON.parse(await get(`/exports/${String(id)}`)) as { state: string; failure: string };
      if (state === 'done') break;
      if (state === 'failed') throw new Error(failure);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const sample = sampleOf({ began, cpuMs: readCpuMs(server.pid, { withChildren: true }) - cpuBefore });
    await fetch(`${server.address}/exports/${String(id)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    return sample;
  },
});

const concatContender = (list: string, output: string): Contender => ({
  title: 'bare concat copy',
  measure: async () => {
    await rm(output, { force: true });
    const cpuBefore = readCpuMs(process.pid, { withChildren: true });
    const began = performance.now();
    const args = [
      '-loglevel',
      'error',
      '-f',
      'concat',
      '-safe',
      '0',
      '-i',
      list,
      '-map',
      '0:v:0',
      '-c',
      'copy',
      '-y',
      output,
    ];
    const child = spawn('ffmpeg', args, { stdio: 'inherit' });
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
    return sampleOf({ began, cpuMs: readCpuMs(process.pid, { withChildren: true }) - cpuBefore });
  },
});
