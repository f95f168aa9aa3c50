import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

// Its own server, because a shared one would freeze for other tests.
let folder: string;
let server: EmbeddedPostgres;
let test: TestApp;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-frozen-'));
  const log = createLogger({ name: 'frozen', level: 'silent' });
  server = await startEmbeddedPostgres({ dataDir: folder, log, durable: false });
  test = await startTestApp(server.connectionString, { hasPulse: true });
  token = await test.bootstrap();
});
afterAll(async () => {
  await test?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The server and all its children. */
async function processes(): Promise<number[]> {
  const file = await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8');
  const main = Number.parseInt(file, 10);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const children = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === main ? [pid] : [];
    }),
  );
  return [main, ...children.flat()];
}
const signalAll = async (signal: NodeJS.Signals) => {
  for (const pid of await processes())
    try {
      process.kill(pid, signal);
    } catch {
      // One that has ended meanwhile.
    }
};
const write = (name: string) =>
  test.call('POST', '/config/cameras', { token, body: { name, main_url: 'rtsp://127.0.0.1:1/x' } });

it('requests to a frozen database, also for a file, are answered 503 with Retry-After, and succeed again once it resumes', async () => {
  expect((await write('Before')).status).toBe(201);
  try {
    await signalAll('SIGSTOP');
    // The server's own time limit is far longer than a person waits.
    const read = (path: string) => test.call('GET', path, { token });
    for (const reply of await Promise.all([write('During'), read('/cameras'), read('/lpr/watchlist/export')])) {
      expect([reply.status, reply.body.type]).toEqual([503, '/problems/database-unavailable']);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    // Once known to be unresponsive, it is not waited for again.
    expect((await write('Later')).status).toBe(503);
  } finally {
    await signalAll('SIGCONT');
  }
  await expect.poll(async () => (await write(`After ${Math.random()}`)).status, { timeout: 60_000 }).toBe(201);
});
