import { createFootage, FOOTAGE_START } from '../create-footage.ts';
import type { Entry } from '../harness.ts';
import { httpContender } from '../http-load.ts';
import { startProduct } from '../product.ts';
import { startServer } from '../server-process.ts';

/** The cost of shifting recorded footage on the timeline, compared with sending it. */
export const segments: Entry = {
  name: 'segments',
  title:
    'one recorded segment of 2 MB through the playlist’s own address, against a bare handler that sends the raw file',
  // Shifting every fragment costs CPU time that sending the raw file does not; the wall-clock time is hidden by the
  // copying.
  wanted: { speed: 0.6, processor: 1 / 1.3 },
  prepare: async (resources) => {
    const product = await startProduct(resources);
    const cameraId = String(
      (await product.post('/config/cameras', { name: 'Gate', main_url: 'rtsp://192.0.2.1/x' })).id,
    );
    const [path = ''] = await createFootage(product, { cameraId, minutes: 1 });
    const list = await product.get(`/hls/${cameraId}/${FOOTAGE_START}-${FOOTAGE_START + 4_000}.m3u8`);
    const [media = ''] = /media\/.*/.exec(list) ?? [];
    const bare = resources.use(
      await startServer('bench/bare/one-file.ts', { BENCH_OPTIONS: JSON.stringify({ path }) }),
    );
    return {
      ours: httpContender({
        title: 'our segment',
        server: product.server,
        path: `/hls/${cameraId}/${media}`,
        token: product.token,
        databasePid: product.databasePid,
      }),
      base: httpContender({ title: 'raw file', server: bare, path: '/file' }),
    };
  },
};
