import type { Entry } from '../harness.ts';
import { httpContender } from '../http-load.ts';
import { startProduct } from '../product.ts';
import { startServer } from '../server-process.ts';

const path = '/me';

export const me: Entry = {
  name: 'me',
  title: 'GET /me against a bare handler that returns the same bytes',
  wanted: { speed: 0.5, processor: 0.5 },
  prepare: async (resources) => {
    const { server, token, get } = await startProduct(resources);
    const options = JSON.stringify({ path, body: await get(path) });
    const bare = resources.use(await startServer('bench/bare/same-bytes.ts', { BENCH_OPTIONS: options }));
    return {
      ours: httpContender({ title: 'GET /me', server, path, token }),
      base: httpContender({ title: 'bare handler', server: bare, path }),
    };
  },
};
