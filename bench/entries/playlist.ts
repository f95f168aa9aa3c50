import { FOOTAGE_START, layFootage } from '../lay-footage.ts';
import { readCpuMs } from '../process-cpu.ts';
import { startProduct } from '../product.ts';
import { quantile, type Study, verdict } from '../study.ts';

const DAY_MINUTES = 24 * 60;
const WANTED_MS = 100;

/** A day of four-second segments as one playlist, which is what a player asks for first. */
export const playlist: Study = {
  name: 'playlist',
  title: 'the playlist of 24 hours in 21,600 segments, over HTTP',
  run: async ({ resources, quick, signal }) => {
    const product = await startProduct(resources);
    const cameraId = String(
      (await product.post('/config/cameras', { name: 'Gate', main_url: 'rtsp://192.0.2.1/x' })).id,
    );
    await layFootage(product, { cameraId, minutes: DAY_MINUTES });
    const address = `/hls/${cameraId}/${FOOTAGE_START}-${FOOTAGE_START + DAY_MINUTES * 60_000}.m3u8`;
    const rounds = quick ? 10 : 40;
    const elapsed: number[] = [];
    let [segments, bytes, cpuMs] = [0, 0, 0];
    // The first rounds warm up the compiler and the cache of the database.
    for (let round = -5; round < rounds && !signal.aborted; round += 1) {
      const cpuBefore = readCpuMs(product.server.pid);
      const began = performance.now();
      const list = await product.get(address);
      if (round < 0) continue;
      elapsed.push(performance.now() - began);
      cpuMs += readCpuMs(product.server.pid) - cpuBefore;
      segments = list.match(/^media/gm)?.length ?? 0;
      bytes = list.length;
    }
    const [p50, p95] = [quantile(elapsed, 0.5), quantile(elapsed, 0.95)];
    return [
      `  ${segments} segments, ${Math.round(bytes / 1024)} KiB`,
      `  p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, processor ${(cpuMs / elapsed.length).toFixed(1)} ms each (without PostgreSQL)`,
      `  wanted: p95 under ${WANTED_MS} ms  ${verdict(p95 < WANTED_MS)}`,
    ];
  },
};
