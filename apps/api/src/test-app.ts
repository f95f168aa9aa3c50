import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createPool, type Database } from '@holdfast/db';
import { createLogger, createSecretBox, type SecretBox } from '@holdfast/kit';
import { createFrameGrabber, createSourceProber } from '@holdfast/media';
import { createTestDatabase, type FakeClock, fakeClock } from '@holdfast/testkit';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from './app.ts';
import { accessListener } from './auth/access-listener.ts';
import { createCallers } from './auth/callers.ts';
import { createPasswordHasher, type PasswordHasher } from './auth/passwords.ts';
import { createTokens, type Tokens } from './auth/tokens.ts';

export interface TestReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any;
  headers: Record<string, unknown>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Database;
  clock: FakeClock;
  tokens: Tokens;
  secrets: SecretBox;
  dataDir: string;
  connectionString: string;
  call(
    method: InjectOptions['method'],
    url: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<TestReply>;
  /** Creates the first administrator and returns a token of theirs. */
  bootstrap(): Promise<string>;
  close(): Promise<void>;
}

/** The real server over a database of its own; only time is ours. */
export async function startTestApp(
  adminUrl: string,
  options: {
    metricsToken?: string;
    boundToLoopback?: boolean;
    /** Stands between the server and the real hasher, to watch or to hold it. */
    aroundPasswords?: (real: PasswordHasher) => PasswordHasher;
  } = {},
): Promise<TestApp> {
  const database = await createTestDatabase(adminUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-api-'));
  const log = createLogger({ name: 'api', level: 'silent' });
  const clock = fakeClock(Date.now());
  // Tests send much at once on machines that are busy: a wait is not an outage here.
  const pool = createPool({ connectionString: database.connectionString, poolSize: 8, connectionWaitMs: 60_000 });
  const db = connect(pool);
  const tokens = createTokens(Buffer.alloc(32, 7), clock);
  const callers = createCallers({ db, tokens, clock });
  const listening = new AbortController();
  const listener = accessListener({ connectionString: database.connectionString, callers, log }).run(listening.signal);
  const secrets = createSecretBox(Buffer.alloc(32, 9));
  const hasher = await createPasswordHasher();
  const app = buildApp(
    {
      db,
      clock,
      log,
      dataDir,
      secrets,
      passwords: options.aroundPasswords?.(hasher) ?? hasher,
      tokens,
      callers,
      probeSource: createSourceProber({ ffprobePath: 'ffprobe', outbound: {}, timeoutMs: 20_000 }),
      grabFrame: createFrameGrabber({ ffmpegPath: 'ffmpeg', outbound: {}, timeoutMs: 20_000 }),
    },
    {
      pool,
      allowedHosts: [],
      trustedProxies: [],
      metricsToken: options.metricsToken,
      boundToLoopback: options.boundToLoopback ?? true,
    },
  );
  await app.ready();

  const call: TestApp['call'] = async (method, url, { token, body, headers } = {}) => {
    const reply = await app.inject({
      method: method ?? 'GET',
      url,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const isJson = String(reply.headers['content-type']).includes('json');
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.rawPayload, headers: reply.headers };
  };

  return {
    app,
    db,
    clock,
    tokens,
    secrets,
    dataDir,
    connectionString: database.connectionString,
    call,
    bootstrap: async () => {
      const reply = await call('POST', '/auth/bootstrap', { body: { username: 'admin', password: 'correct horse' } });
      if (reply.status !== 201) throw new Error(`bootstrap answered ${reply.status}`);
      return reply.body.token as string;
    },
    close: async () => {
      listening.abort();
      await listener;
      await app.close();
      await db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
