import { randomInt } from 'node:crypto';
import { until } from '@holdfast/testkit';
import { startServer } from '../server-process.ts';
import { throwAwayFolder } from '../throw-away-database.ts';
import { readProductUse, type UseByPart } from './product-use.ts';

const SEED = { SEED_ADMIN_USERNAME: 'admin', SEED_ADMIN_PASSWORD: 'a horse of the benchmark' };

export interface WholeProduct {
  dataDir: string;
  use(): UseByPart;
  /** Adds cameras and resolves with their ids once each has two recorded segments. */
  addCameras(urls: readonly string[], settings?: object): Promise<string[]>;
  changeCamera(id: string, settings: object): Promise<void>;
  get<T>(path: string): Promise<T>;
}

/** Launcher, API, recorder and PostgreSQL, as `npm start` leaves them running from the second time on. */
export async function startWholeProduct(
  resources: AsyncDisposableStack,
  env: Record<string, string> = {},
): Promise<WholeProduct> {
  const dataDir = await throwAwayFolder(resources);
  // Below the ephemeral ports, which another connection might take first.
  const [port, rtspPort] = [randomInt(12_000, 22_000), randomInt(22_000, 32_000)].map(String) as [string, string];
  const settings = {
    DATA_DIR: dataDir,
    PORT: port,
    RTSP_PORT: rtspPort,
    NODE_COMPILE_CACHE: await throwAwayFolder(resources),
    ...SEED,
    ...env,
  };
  const start = () => startServer('apps/launcher/src/main.ts', settings);
  // The first start compiles everything, and a process that has compiled TypeScript keeps the compiler in memory.
  await (await start()).end('SIGTERM');
  const launcher = resources.use(await start());
  const ask = async (method: string, path: string, body?: object, token?: string): Promise<unknown> => {
    const reply = await fetch(`${launcher.address}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const { token } = (await ask('POST', '/auth/login', {
    username: SEED.SEED_ADMIN_USERNAME,
    password: SEED.SEED_ADMIN_PASSWORD,
  })) as { token: string };
  let added = 0;
  const recordedSegments = async () => {
    const { cameras } = (await ask('GET', '/stats/storage', undefined, token)) as {
      cameras: { camera_id: string; segments: number }[];
    };
    return new Map(cameras.map(({ camera_id: id, segments }) => [id, segments]));
  };
  return {
    dataDir,
    use: () => readProductUse(launcher.pid),
    async addCameras(urls, settings = {}) {
      const ids: string[] = [];
      for (const url of urls) {
        added += 1;
        const camera = { name: `Camera ${added}`, main_url: url, motion_pixel_enabled: false, ...settings };
        ids.push(((await ask('POST', '/config/cameras', camera, token)) as { id: string }).id);
      }
      await until(async () => {
        const recorded = await recordedSegments();
        return ids.every((id) => (recorded.get(id) ?? 0) >= 2);
      });
      return ids;
    },
    async changeCamera(id, settings) {
      await ask('PUT', `/config/cameras/${id}`, settings, token);
    },
    get: async <T>(path: string) => (await ask('GET', path, undefined, token)) as T,
  };
}
