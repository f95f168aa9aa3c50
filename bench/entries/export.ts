import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import { createFootage, FOOTAGE_START } from '../create-footage.ts';
import type { Contender, Entry, Sample } from '../harness.ts';
import { endedChildrenCpuMs } from '../process-cpu.ts';
import { readTreesCpuMs } from '../process-tree.ts';
import { type Product, startProduct } from '../product.ts';
import { throwAwayFolder } from '../throw-away-database.ts';

const MINUTES = { full: 60, quick: 5 };
/** The priority at which exports run. */
const LOW_PRIORITY = 10;

export const exportOfAnHour: Entry = {
  name: 'export',
  title:
    'an hour of 4 Mbit/s (quick: 5 minutes) as MP4 with manifest, from request to done, against a bare ffmpeg concat copy',
  wanted: { speed: 1, processor: 1 },
  plans: {
    full: { warmUpMs: 0, rounds: 5, roundMs: 0 },
    quick: { warmUpMs: 0, rounds: 3, roundMs: 0 },
  },
  prepare: async (resources, pace) => {
    const product = await startProduct(resources);
    const { id } = await product.post('/config/cameras', { name: 'Gate', main_url: 'rtsp://192.0.2.1/x' });
    const paths = await createFootage(product, { cameraId: String(id), minutes: MINUTES[pace] });
    const folder = await throwAwayFolder(resources);
    const list = join(folder, 'list.txt');
    await writeFile(list, paths.map((path) => `file '${path}'\n`).join(''));
    return {
      ours: exportContender(product, { cameraId: String(id), minutes: MINUTES[pace] }),
      base: concatContender(list, join(folder, 'bare.mp4')),
    };
  },
};

const sampleOf = ({ began, cpuMs }: { began: number; cpuMs: number }): Sample => {
  const elapsedMs = performance.now() - began;
  const latency = createHistogram();
  latency.record(Math.round(elapsedMs * 1e6));
  return { elapsedMs, latency, cpuMs };
};

const exportContender = (
  { server, databasePid, post, get, token }: Product,
  { cameraId, minutes }: { cameraId: string; minutes: number },
): Contender => ({
  title: 'our export',
  measure: async () => {
    const cpuBefore = readTreesCpuMs([server.pid, databasePid]);
    const began = performance.now();
    const range = {
      start: new Date(FOOTAGE_START).toISOString(),
      end: new Date(FOOTAGE_START + minutes * 60_000).toISOString(),
    };
    const { id } = await post('/exports', { camera_ids: [cameraId], ...range });
    for (;;) {
      const { state, failure } = JSON.parse(await get(`/exports/${String(id)}`)) as { state: string; failure: string };
      if (state === 'done') break;
      if (state === 'failed') throw new Error(failure);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const sample = sampleOf({ began, cpuMs: readTreesCpuMs([server.pid, databasePid]) - cpuBefore });
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
    const cpuBefore = endedChildrenCpuMs();
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
    return sampleOf({ began, cpuMs: endedChildrenCpuMs() - cpuBefore });
  },
});
