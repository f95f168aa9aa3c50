import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyframeDecoder, openByteSource } from '@holdfast/media';
import { createFootage, FOOTAGE_START } from '../create-footage.ts';
import { quantile } from '../percentiles.ts';
import { endedChildrenCpuMs } from '../process-cpu.ts';
import { type Product, startProduct } from '../product.ts';
import { runSteadyLoad } from '../steady-load.ts';
import { type Study, verdict } from '../study.ts';

/** Code is compiled after some thousand calls. */
const WARM_UP_SECONDS = 15;
const WANTED_P99_MS = 3;
const MAX_FILES = 30;
/** A decoder process makes the previews of two minutes. */
const AT_ONCE = 30;
const SEGMENT_SECONDS = 4;

const CAMERAS = [
  {
    title: 'a substream (640x360)',
    picture: 'testsrc2=size=640x360:rate=15,noise=alls=8:allf=t',
    rate: '512k',
    most: 0.003,
  },
  {
    title: 'main (1920x1080)',
    picture: 'testsrc2=size=1920x1080:rate=15,noise=alls=8:allf=t',
    rate: '4M',
    most: 0.008,
  },
];

export const previews: Study = {
  name: 'previews',
  title: 'kept previews at 200 requests a second, their files, and the CPU time to make them',
  run: async ({ resources, quick, signal }) => {
    const product = await startProduct(resources, undefined, { THUMB_PREGEN_ENABLED: 'false' });
    const lines: string[] = [];
    let cameraId = '';
    const hours = quick ? 2 : 24;
    for (const [index, { title, picture, rate, most }] of CAMERAS.entries()) {
      signal.throwIfAborted();
      const { id } = await product.post('/config/cameras', { name: title, main_url: 'rtsp://192.0.2.1/x' });
      cameraId = String(id);
      const paths = await createFootage(product, { cameraId, minutes: index === 0 ? 4 : hours * 60, picture, rate });
      const share = await costOf(paths, quick ? 3 : 10);
      lines.push(
        `  making those of ${title}: ${(share * 100).toFixed(2)} % of a core a camera, allowed ${(most * 100).toFixed(1)}: ${verdict(share <= most)}`,
      );
    }
    const previewAt = (second: number) =>
      `/cameras/${cameraId}/preview?ts=${new Date(FOOTAGE_START + second * 1000).toISOString()}`;
    const seconds = Array.from({ length: hours * 12 }, (_, i) => i * 300 + 1);
    for (const second of seconds) await product.get(previewAt(second));
    const files = await countFiles(product, cameraId);
    const load = { ...product.server, token: product.token, perSecond: 200 };
    const next = (n: number) => previewAt(seconds[(n * 7) % seconds.length] ?? 1);
    await runSteadyLoad({ ...load, next, seconds: WARM_UP_SECONDS });
    const kept = await runSteadyLoad({ ...load, next, seconds: quick ? 5 : 30 });
    // The latency of the machine at the moment: a request that needs neither a file nor the database.
    const idle = await runSteadyLoad({ ...load, next: () => '/me', seconds: quick ? 5 : 15 });
    const p99 = quantile(kept, 0.99);
    const perDay = (files * 24) / hours;
    return [
      ...lines,
      `  a kept preview at 200 requests a second: p50 ${quantile(kept, 0.5).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms of ${kept.length} (GET /me ${quantile(idle, 0.99).toFixed(2)} ms), required under ${WANTED_P99_MS}: ${verdict(p99 < WANTED_P99_MS)}`,
      `  files a camera and day: ${perDay}, allowed ${MAX_FILES}: ${verdict(perDay <= MAX_FILES)}`,
    ];
  },
};

const countFiles = async ({ dataDir }: Product, cameraId: string) =>
  (await readdir(join(dataDir, 'previews', cameraId))).length;

/** The share of a core that decoding every segment takes, with reading the files and starting the process. */
async function costOf(paths: readonly string[], rounds: number): Promise<number> {
  const decode = createKeyframeDecoder({ ffmpegPath: 'ffmpeg' });
  const signal = new AbortController().signal;
  const sources = Array.from({ length: AT_ONCE }, (_, i) => {
    const path = paths[(i * 2) % paths.length] ?? '';
    return { segmentId: i + 1, open: () => openByteSource(path) };
  });
  const spent = () => endedChildrenCpuMs() + process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;
  await decode({ sources, width: 320, quality: 70, signal });
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = spent();
    const made = await decode({ sources, width: 320, quality: 70, signal });
    if (made.kind !== 'ok' || made.pictures.size !== AT_ONCE) throw new Error('not all previews were made');
    costs.push(spent() - before);
  }
  return quantile(costs, 0.5) / (AT_ONCE * SEGMENT_SECONDS * 1000);
}
