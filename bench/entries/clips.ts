import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { connect, createPool } from '@holdfast/db';
import { createFootage, FOOTAGE_START } from '../create-footage.ts';
import { quantile } from '../percentiles.ts';
import { type Product, startProduct } from '../product.ts';
import { runSteadyLoad } from '../steady-load.ts';
import { type Study, verdict } from '../study.ts';
import { throwAwayFolder } from '../throw-away-database.ts';

const MINUTES = 20;
const CLIP_SECONDS = 28;
/** Code is compiled after some thousand calls. */
const WARM_UP_SECONDS = 15;
const WANTED_P99_MS = 5;
const WANTED_PREVIEW = 1.2;
const WANTED_COPY = 0.1;
/** The priority at which clips are rendered. */
const LOW_PRIORITY = 10;

export const clips: Study = {
  name: 'clips',
  title: 'kept clips at 200 requests a second; rendering a preview and copying in source quality, against bare ffmpeg',
  run: async ({ resources, quick, signal }) => {
    const product = await startProduct(resources, undefined, { THUMB_PREGEN_ENABLED: 'false' });
    const { id } = await product.post('/config/cameras', { name: 'Gate', main_url: 'rtsp://192.0.2.1/x' });
    const cameraId = String(id);
    const paths = await createFootage(product, { cameraId, minutes: MINUTES, picture: PICTURE });
    const ids = await addEvents(product, cameraId);
    const bare = await bareRenders(await throwAwayFolder(resources), paths);
    const times: Record<'preview' | 'barePreview' | 'copy' | 'bareEncode', number[]> = {
      preview: [],
      barePreview: [],
      copy: [],
      bareEncode: [],
    };
    const rounds = quick ? 5 : 15;
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      const clip = `/clip/${ids[round]}/clip.mp4`;
      times.preview.push(await timed(() => product.get(`${clip}?q=preview`)));
      times.barePreview.push(await timed(() => bare.preview(round)));
      times.copy.push(await timed(() => product.get(`${clip}?q=full`)));
      times.bareEncode.push(await timed(() => bare.encode(round)));
    }
    const ratioOf = (ours: readonly number[], base: readonly number[]) =>
      quantile(
        ours.map((one, i) => one / (base[i] ?? Number.NaN)),
        0.5,
      );
    const [preview, copy] = [ratioOf(times.preview, times.barePreview), ratioOf(times.copy, times.bareEncode)];
    const load = {
      ...product.server,
      token: product.token,
      perSecond: 200,
      headers: FIRST_PART,
      next: pathOf(ids.slice(0, rounds)),
    };
    await runSteadyLoad({ ...load, seconds: WARM_UP_SECONDS });
    const kept = await runSteadyLoad({ ...load, seconds: quick ? 5 : 30 });
    // The latency of the machine at the moment: a request that needs neither a file nor the database.
    const idle = await runSteadyLoad({ ...load, next: () => '/me', seconds: quick ? 5 : 15 });
    const p99 = quantile(kept, 0.99);
    const ms = (values: readonly number[]) => `${Math.round(quantile(values, 0.5))} ms`;
    return [
      `  a kept clip at 200 requests a second: p50 ${quantile(kept, 0.5).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms of ${kept.length} (GET /me ${quantile(idle, 0.99).toFixed(2)} ms), required under ${WANTED_P99_MS}: ${verdict(p99 < WANTED_P99_MS)}`,
      `  a preview of ${CLIP_SECONDS} s, from the request to its last byte: ${ms(times.preview)}, bare ffmpeg ${ms(times.barePreview)}, ${preview.toFixed(2)} times, allowed ${WANTED_PREVIEW}: ${verdict(preview <= WANTED_PREVIEW)}`,
      `  source quality by copy: ${ms(times.copy)}, encoding it ${ms(times.bareEncode)}, ${copy.toFixed(3)} times, allowed ${WANTED_COPY}: ${verdict(copy <= WANTED_COPY)}`,
    ];
  },
};

const PICTURE = 'testsrc2=size=1920x1080:rate=15,noise=alls=12:allf=t';

const pathOf = (ids: readonly string[]) => (n: number) => `/clip/${ids[n % ids.length]}/clip.mp4?q=preview`;
// The first request of a player; the whole file would measure the copying of bytes.
const FIRST_PART = { range: 'bytes=0-65535' };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The event of each round begins two seconds into its minute, so that the window begins with the minute. */
async function addEvents({ databaseUrl }: Product, cameraId: string): Promise<string[]> {
  const db = connect(createPool({ connectionString: databaseUrl, poolSize: 1 }));
  const ids: string[] = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const ts = new Date(FOOTAGE_START + minute * 60_000 + 2_000);
    const endTs = new Date(ts.getTime() + (CLIP_SECONDS - 10) * 1000);
    const row = { cameraId, sourceId: 'external', providerEventId: randomUUID(), ts, endTs, updatedAt: endTs };
    const { id } = await db
      .insertInto('event')
      .values({ ...row, lifecycle: 'end', label: 'person', zones: [] })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  await db.destroy();
  return ids;
}

/** The product's ffmpeg commands, run directly. */
async function bareRenders(folder: string, paths: readonly string[]) {
  const output = join(folder, 'out.mp4');
  const run = async (round: number, encoding: readonly string[]) => {
    await rm(output, { force: true });
    const list = join(folder, 'list.txt');
    const wanted = paths.slice(round * 15, round * 15 + CLIP_SECONDS / 4);
    await writeFile(list, wanted.map((path) => `file '${path}'\n`).join(''));
    const input = ['-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list, '-map', '0:v:0'];
    const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-threads', '2'];
    const args = [...input, '-t', String(CLIP_SECONDS), ...x264, ...encoding, '-movflags', '+faststart', '-y', output];
    const child = spawn('ffmpeg', args, { stdio: 'inherit' });
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  };
  return {
    preview: (round: number) => run(round, ['-crf', '25', '-vf', 'scale=w=min(iw\\,640):h=-2']),
    encode: (round: number) => run(round, ['-crf', '20']),
  };
}
