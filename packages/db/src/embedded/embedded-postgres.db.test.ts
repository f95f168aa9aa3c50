import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger } from '@holdfast/kit';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let dataDir = '';
const started: EmbeddedPostgres[] = [];

const makeFolder = async () => {
  const made = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(made, 0o711);
  return made;
};
beforeEach(async () => {
  dataDir = await makeFolder();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(async () => {
  if (created !== undefined) await rm(created, { recursive: true, force: true });
});

const start = async (options: { dataDir?: string; durable?: boolean } = {}) => {
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false, ...options });
  started.push(server);
  return server;
};

/** A database that was created, started and stopped once: creating one takes longer than copying it. */
let created: string | undefined;
const useCreated = async () => {
  if (created === undefined) {
    const folder = await makeFolder();
    const server = await startEmbeddedPostgres({ dataDir: folder, log, durable: false });
    await server.stop();
    created = folder;
  }
  // With its owner: root starts the server as another user.
  await promisify(execFile)('cp', ['-a', join(created, 'postgres'), dataDir]);
};

const query = async (server: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('the embedded database', () => {
  it('is created on first start, with a role that owns its database and is no superuser', async () => {
    const server = await start();
    await query(server, 'CREATE EXTENSION pg_trgm');
    const [row] = await query(
      server,
      `SELECT current_user, current_database(), rolsuper, current_setting('server_encoding') AS encoding,
              current_setting('listen_addresses') AS addresses, datcollate
       FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
    );
    expect(row).toEqual({
      current_user: 'holdfast',
      current_database: 'holdfast',
      rolsuper: false,
      encoding: 'UTF8',
      addresses: '',
      datcollate: 'C',
    });
  });

  it('does not reveal its password', async () => {
    await useCreated();
    const server = await start();
    const password = await readFile(join(dataDir, 'postgres/password'), 'utf8');
    expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    expect(await readFile(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain(password);
    const guess = server.connectionString.replace(password, 'guess');
    await expect(new pg.Client({ connectionString: guess }).connect()).rejects.toThrow('password');
    const asSuperuser = server.connectionString.replace('//holdfast:', '//postgres:');
    await expect(new pg.Client({ connectionString: asSuperuser }).connect()).rejects.toThrow('pg_hba.conf');
    expect(await readFile(join(dataDir, 'postgres/log/postgres.log'), 'utf8')).not.toContain(password);
  });

  it('keeps committed rows over a stop', async () => {
    await useCreated();
    const first = await start({ durable: true });
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await first.exited;
    expect(await query(await start({ durable: true }), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('keeps every committed row over kill -9 during writes', async () => {
    await useCreated();
    let acknowledged = 0;
    for (let round = 1; round <= 3; round += 1) {
      const server = await start({ durable: true });
      await query(server, 'CREATE TABLE IF NOT EXISTS kept (n int)');
      const client = new pg.Client({ connectionString: server.connectionString });
      client.on('error', () => {});
      await client.connect();
      const target = acknowledged + 50;
      try {
        for (;;) {
          await client.query('INSERT INTO kept VALUES ($1)', [acknowledged + 1]);
          acknowledged += 1;
          if (acknowledged === target) process.kill(server.pid, 'SIGKILL');
        }
      } catch {
        await server.exited;
      }
      const again = await start({ durable: true });
      const [{ most, rows }] = (await query(again, 'SELECT max(n) AS most, count(*)::int AS rows FROM kept')) as [
        { most: number; rows: number },
      ];
      // The row in flight when the server died may be there or not; no earlier one may be missing.
      expect([acknowledged, acknowledged + 1]).toContain(most);
      expect(rows).toBe(most);
      acknowledged = most;
    }
  });

  it('adopts a running server', async () => {
    await useCreated();
    const first = await start();
    const second = await start();
    expect({ pid: second.pid, adopted: second.adopted }).toEqual({ pid: first.pid, adopted: true });
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
    await first.exited;
  });

  it('starts one server for two concurrent starts', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    expect(one.pid).toBe(other.pid);
  });

  it('starts when the pid of the killed server was reused', async () => {
    await useCreated();
    const killed = await start();
    process.kill(killed.pid, 'SIGKILL');
    await killed.exited;
    for (const file of ['cluster/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
      const path = join(dataDir, 'postgres', file);
      await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, String(process.pid)));
    }
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts over after an interrupted creation', async () => {
    const draft = join(dataDir, 'postgres/cluster.new-1');
    await mkdir(draft, { recursive: true });
    await writeFile(join(draft, 'PG_VERSION'), '18\n');
    await start();
    const names = await readdir(join(dataDir, 'postgres'));
    expect(names.filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  });

  it.each([
    ['of another major version', '17\n', 'holds a PostgreSQL 17 database'],
    ['that is no database', '', 'is not a PostgreSQL data folder'],
  ])('refuses a data folder %s and alters nothing in it', async (_title, version, sentence) => {
    const cluster = join(dataDir, 'postgres/cluster');
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, 'PG_VERSION'), version);
    await expect(start()).rejects.toThrow(sentence);
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['cluster']);
    expect(await readdir(cluster)).toEqual(['PG_VERSION']);
  });

  it('sets a new password when the old one was lost', async () => {
    await useCreated();
    await (await start()).stop();
    await rm(join(dataDir, 'postgres/password'));
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('works where the path is too long for a socket, and cleans up', async () => {
    const deep = join(dataDir, 'x'.repeat(100), 'it\'s a 100% odd, "long" name');
    const server = await start({ dataDir: deep });
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const socketFolder = new URL(server.connectionString).searchParams.get('host');
    await server.stop();
    expect(socketFolder?.startsWith(deep)).toBe(false);
    await expect(stat(socketFolder ?? '')).rejects.toThrow('ENOENT');
  });

  it('works in a folder that is closed to other users', async () => {
    await chmod(dataDir, 0o700);
    expect(await query(await start({ dataDir: join(dataDir, 'inner') }), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports why it cannot start', async () => {
    await useCreated();
    await (await start()).stop();
    await rm(join(dataDir, 'postgres/cluster/global/pg_control'));
    await expect(start()).rejects.toThrow(/does not start in .*pg_control/);
  });

  it('works for an ordinary user', async () => {
    const isRoot = process.getuid?.() === 0;
    const nobody = 65_534;
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)});
      const { createLogger } = await import(${JSON.stringify(import.meta.resolve('@holdfast/kit'))});
      const log = createLogger({ name: 'child', level: 'error' });
      const options = { dataDir: process.argv[1], log, durable: false };
      const server = await startEmbeddedPostgres(options);
      const again = await startEmbeddedPostgres(options);
      process.stdout.write(JSON.stringify({ uid: process.getuid(), adopted: again.adopted }));
      await again.stop();
    `;
    const inner = join(dataDir, 'own');
    await mkdir(inner);
    await chmod(inner, 0o777);
    const node = [process.execPath, '--input-type=module', '-e', script, inner];
    const ids = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
    // The tests may run in a clone that is closed to other users: the child may still read the product's code.
    const reach = [
      '--inh-caps=+dac_read_search',
      '--ambient-caps=+dac_read_search',
      '--bounding-set=-all,+dac_read_search',
    ];
    const [file, ...args] = isRoot ? ['setpriv', ...ids, ...reach, '--', ...node] : node;
    const child = spawn(file ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
    await once(child, 'close');
    expect(JSON.parse(printed)).toEqual({ uid: isRoot ? nobody : process.getuid?.(), adopted: true });
  });

  it('reports its exit', async () => {
    await useCreated();
    const server = await start();
    const adopted = await start();
    process.kill(server.pid, 'SIGKILL');
    await expect(Promise.all([server.exited, adopted.exited])).resolves.toHaveLength(2);
  });
});
