import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listPlayableSegments } from '@holdfast/db';
import { recordQuery } from '@holdfast/testkit';
import { createFootage, FOOTAGE_START } from '../create-footage.ts';
import type { Entry } from '../harness.ts';
import { httpContender } from '../http-load.ts';
import { POOL_SIZE, startProduct } from '../product.ts';
import { startServer } from '../server-process.ts';
import { throwAwayFolder } from '../throw-away-database.ts';

const DAY_MINUTES = 24 * 60;
const SEGMENTS = 21_600;

/** A day of four-second segments as one playlist, which a player requests first. */
export const playlist: Entry = {
  name: 'playlist',
  title: `the playlist of 24 hours in ${SEGMENTS} segments, against a bare handler that fetches the same rows and sends the same bytes from memory`,
  wanted: { speed: 0.5, processor: 0.5 },
  wantedP95Ms: 100,
  // A player asks once and waits, so one request at a time.
  plans: {
    full: { warmUpMs: 4_000, rounds: 30, roundMs: 2_000 },
    quick: { warmUpMs: 2_000, rounds: 10, roundMs: 2_000 },
  },
  prepare: async (resources) => {
    const product = await startProduct(resources);
    const { server, token, databasePid, databaseUrl } = product;
    const cameraId = String(
      (await product.post('/config/cameras', { name: 'Gate', main_url: 'rtsp://192.0.2.1/x' })).id,
    );
    await createFootage(product, { cameraId, minutes: DAY_MINUTES });
    const { id: userId } = JSON.parse(await product.get('/me')) as { id: string };
    const end = FOOTAGE_START + DAY_MINUTES * 60_000;
    const path = `/hls/${cameraId}/${FOOTAGE_START}-${end}.m3u8`;
    const list = await product.get(`${path}?stream=main`);
    const listed = list.match(/^media/gm)?.length ?? 0;
    if (listed !== SEGMENTS) throw new Error(`the playlist has ${listed} segments`);
    const bodyPath = join(await throwAwayFolder(resources), 'list.m3u8');
    await writeFile(bodyPath, list);
    const within = { cameraId, userId, stream: 'main', start: new Date(FOOTAGE_START), end: new Date(end) } as const;
    const query = await recordQuery((db) => listPlayableSegments(db, within, SEGMENTS + 1));
    const options = JSON.stringify({ databaseUrl, poolSize: POOL_SIZE, query, path, bodyPath });
    const bare = resources.use(await startServer('bench/bare/rows-and-bytes.ts', { BENCH_OPTIONS: options }));
    const common = { path: `${path}?stream=main`, databasePid, connections: 1 };
    return {
      ours: httpContender({ ...common, title: 'our playlist', server, token }),
      base: httpContender({ ...common, title: 'rows, ready bytes', server: bare }),
    };
  },
};
