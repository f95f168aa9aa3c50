import type { ServerProcess } from '@holdfast/testkit';
import { startServer } from './server-process.ts';
import { throwAwayDatabase, throwAwayFolder } from './throw-away-database.ts';

/** The product's default. */
export const POOL_SIZE = 16;

/** The administrator's login. */
export const CREDENTIALS = { username: 'admin', password: 'correct horse' };

export interface Product {
  server: ServerProcess;
  databaseUrl: string;
  databasePid: number;
  dataDir: string;
  /** An administrator's token. */
  token: string;
  post(path: string, body: object): Promise<Record<string, unknown>>;
  /** The body of a reply, to compare it with that of the baseline. */
  get(path: string): Promise<string>;
}

/** The product's own HTTP process, with an administrator, on its own database unless one is given. */
export async function startProduct(
  resources: AsyncDisposableStack,
  kept?: { databaseUrl: string; postgresPid: number; dataDir: string },
  env: Record<string, string> = {},
): Promise<Product> {
  const { databaseUrl, postgresPid } = kept ?? (await throwAwayDatabase(resources));
  const dataDir = kept?.dataDir ?? (await throwAwayFolder(resources));
  const server = resources.use(
    await startServer('apps/api/src/main.ts', {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DB_POOL_SIZE: String(POOL_SIZE),
      PORT: '0',
      ...env,
    }),
  );
  const ask = async (path: string, init: RequestInit): Promise<string> => {
    const reply = await fetch(`${server.address}${path}`, init);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`);
    return text;
  };
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    JSON.parse(
      await ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    ) as Record<string, unknown>;

  const { needs_bootstrap: isNew } = JSON.parse(await ask('/auth/setup', {})) as { needs_bootstrap: boolean };
  const { token } = await post(isNew ? '/auth/bootstrap' : '/auth/login', CREDENTIALS);
  const headers = { authorization: `Bearer ${String(token)}` };
  return {
    server,
    databaseUrl,
    databasePid: postgresPid,
    dataDir,
    token: String(token),
    post: (path, body) => post(path, body, headers),
    get: (path) => ask(path, { headers }),
  };
}
