import { listVisibleCameraStreams } from '@holdfast/db';
import { recordQuery } from '@holdfast/testkit';
import type { Entry } from '../harness.ts';
import { httpContender } from '../http-load.ts';
import { POOL_SIZE, type Product, startProduct } from '../product.ts';
import { startServer } from '../server-process.ts';

const path = '/cameras';
const CAMERAS = 100;

export const cameras: Entry = {
  name: 'cameras',
  title: `GET /cameras (${CAMERAS} cameras) against a bare handler with the same query and bytes`,
  wanted: { speed: 0.5, processor: 0.5 },
  prepare: async (resources) => {
    const product = await startProduct(resources);
    await addCameras(product);
    const { id: userId } = JSON.parse(await product.get('/me')) as { id: string };
    const options = JSON.stringify({
      databaseUrl: product.databaseUrl,
      poolSize: POOL_SIZE,
      query: await recordQuery((db) => listVisibleCameraStreams(db, userId)),
    });
    const bare = resources.use(await startServer('bench/bare/cameras.ts', { BENCH_OPTIONS: options }));
    const bareReply = await (await fetch(`${bare.address}${path}`)).text();
    if (bareReply !== (await product.get(path))) throw new Error('the bare handler returns other bytes than ours');
    const { databasePid } = product;
    return {
      ours: httpContender({ title: 'GET /cameras', server: product.server, path, token: product.token, databasePid }),
      base: httpContender({ title: 'bare handler', server: bare, path, databasePid }),
    };
  },
};

async function addCameras({ post }: Product): Promise<void> {
  for (let number = 1; number <= CAMERAS; number += 1) {
    const address = `rtsp://192.0.2.${number}/stream`;
    await post('/config/cameras', {
      name: `Camera ${number}`,
      main_url: `${address}1`,
      ...(number % 2 === 0 && { sub_url: `${address}2` }),
    });
  }
}
