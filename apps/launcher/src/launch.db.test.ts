import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPool, migrate } from '@holdfast/db/server';
import { lockFolder } from '@holdfast/kit';
import { bareEnv, freePort, until } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

// The real launcher with a real database, and stand-ins for the processes it supervises.
const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
const kit = JSON.stringify(import.meta.resolve('@holdfast/kit'));
const launcherScript = `
  import { createLogger, exitOnEnvFaults, readEnv, runUntilSignal } from ${kit};
  import { envFields } from ${here('./env.ts')};
  import { launch } from ${here('./launch.ts')};
  const env = exitOnEnvFaults(() => readEnv(process.env, envFields));
  const log = createLogger({ name: 'launcher', level: 'info', format: env.LOG_FORMAT });
  const child = (name, script, more) => ({ name, file: process.execPath, args: ['--input-type=module', '-e', script], stopLimitMs: 20000, ...more });
  const children = [child('api', process.env.API_SCRIPT), child('recorder', process.env.RECORDER_SCRIPT, { worksWithoutDatabase: true })];
  const print = (text) => process.stdout.write(text);
  await runUntilSignal({ log, tasks: [launch({ env, childEnv: process.env, children, log, print })], hardLimitMs: 60000 });
`;
// By its path: a whole package of ours would take longer to load than everything else that a stand-in does.
const pgPath = createRequire(import.meta.resolve('@holdfast/db/server')).resolve('pg');
const standIn = (name: string, atStart: string) => `
  import { appendFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  import pg from ${JSON.stringify(pgPath)};
  const note = (what) => appendFileSync(process.env.NOTES, '${name} ' + what + '\\n');
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 }).on('error', () => {});
  const asked = () => pool.query('select count(*) from schema_migration').then(() => 'with', () => 'without');
  const stop = async () => { note('stopped ' + await asked() + ' database'); process.exit(0); };
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
  ${atStart}
`;
const serve = `
  createServer(async (request, reply) => {
    if (request.url === '/health') reply.statusCode = await asked() === 'with' ? 200 : 503;
    if (request.url === '/ui/' && process.env.WITH_CONSOLE === undefined) reply.statusCode = 404;
    reply.end(JSON.stringify({ needs_bootstrap: true }));
  }).listen(Number(process.env.PORT), process.env.HOST, () => note('serves'));
`;
const linger = `note('records'); setInterval(() => {}, 1e6);`;

let folder = '';
let ports: number[] = [];
const children: ChildProcess[] = [];

const makeFolder = async () => {
  const made = await mkdtemp(join(tmpdir(), 'launch-'));
  await chmod(made, 0o711);
  return made;
};
beforeEach(async () => {
  folder = await makeFolder();
  ports = [await freePort(), await freePort()];
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const pid = await databasePid();
  if (pid !== undefined) process.kill(pid, 'SIGQUIT');
  await expect.poll(databasePid).toBeUndefined();
  // Children of a killed launcher write their last note as they exit.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const databasePid = async (): Promise<number | undefined> => {
  const file = join(folder, 'data/postgres/cluster/postmaster.pid');
  const pid = existsSync(file) ? Number.parseInt(await readFile(file, 'utf8'), 10) : Number.NaN;
  return existsSync(`/proc/${pid}`) ? pid : undefined;
};
const notes = async () => (await readFile(join(folder, 'notes'), 'utf8').catch(() => '')).split('\n').filter(Boolean);

const start = (env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', launcherScript], {
    env: {
      ...bareEnv(),
      DATA_DIR: join(folder, 'data'),
      NOTES: join(folder, 'notes'),
      PORT: String(ports[0]),
      RTSP_PORT: String(ports[1]),
      API_SCRIPT: standIn('api', serve),
      RECORDER_SCRIPT: standIn('recorder', linger),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed.err += chunk;
  });
  // From the start: the events of a child that has ended do not come again.
  const [exited, closed] = [once(child, 'exit'), once(child, 'close')];
  return {
    child,
    printed,
    prints: (what: string) => expect.poll(() => printed.out + printed.err).toContain(what),
    /** With all that it and its children have printed. */
    ended: async () => {
      const [code] = await closed;
      return code;
    },
    exited,
  };
};

/** The announcement waits only for the API; these tests also need the other stand-in to handle signals. */
const isUp = async (run: ReturnType<typeof start>) => {
  await run.prints('Holdfast is running at ');
  await expect.poll(notes).toContain('recorder records');
};
/** Leaves an install that is set up and stopped. */
const runOnce = async (...env: Parameters<typeof start>) => {
  const run = start(...env);
  await isUp(run);
  run.child.kill('SIGTERM');
  await run.ended();
};

/** The folder of an installation that was started and stopped once: initialising a database takes longer than copying it. */
let installed: Promise<string> | undefined;
const install = async (): Promise<string> => {
  const own = folder;
  folder = await makeFolder();
  try {
    await runOnce();
    return folder;
  } finally {
    folder = own;
  }
};
const useInstallation = async (): Promise<void> => {
  installed ??= install().catch((err: unknown) => {
    // The next test tries again.
    installed = undefined;
    throw err;
  });
  const installation = await installed;
  // With its owner: a product started as root gives its database a user of its own.
  await promisify(execFile)('cp', ['-a', join(installation, 'data'), folder]);
};

describe('npm start', () => {
  afterAll(async () => {
    const made = await installed?.catch(() => undefined);
    if (made !== undefined) await rm(made, { recursive: true, force: true });
  });

  it('starts everything, prints how to sign in, and stops in order', async () => {
    const run = start();
    await isUp(run);
    const address = `http://127.0.0.1:${ports[0]}`;
    // Together and in this order, so that they stay in sight.
    const announced = run.printed.out.slice(run.printed.out.indexOf('Holdfast is running at'));
    expect(
      announced
        .replace(/\d+\.\d s/, 'TIME')
        .split('\n')
        .slice(0, 5),
    ).toEqual([
      `Holdfast is running at ${address}/ (started in TIME)`,
      'There is no administrator yet. Create one with:',
      expect.stringContaining(`curl ${address}/auth/bootstrap`),
      expect.stringContaining('SEED_ADMIN_PASSWORD'),
      'Only this machine can connect. To open it to your network: HOST=0.0.0.0 npm start',
    ]);
    const password = await readFile(join(folder, 'data/postgres/password'), 'utf8');
    expect(run.printed.out).not.toContain(password);
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(0);
    expect((await notes()).filter((note) => note.includes('stopped')).sort()).toEqual([
      'api stopped with database',
      'recorder stopped with database',
    ]);
    expect(await databasePid()).toBeUndefined();
  });

  it('gives its children file threads for hanging disks, unless the environment sets the number', async () => {
    await useInstallation();
    const threads = standIn('recorder', `note('threads ' + process.env.UV_THREADPOOL_SIZE); ${linger}`);
    const noted = async (env: Record<string, string>) => {
      await rm(join(folder, 'notes'), { force: true });
      await runOnce({ RECORDER_SCRIPT: threads, ...env });
      return (await notes()).filter((note) => note.includes('threads'));
    };
    expect(await noted({})).toEqual(['recorder threads 32']);
    expect(await noted({ UV_THREADPOOL_SIZE: '64' })).toEqual(['recorder threads 64']);
  });

  it('starts the recorder while its own database is slow to start', async () => {
    await useInstallation();
    // Starting the database waits for this lock.
    const lock = await lockFolder(join(folder, 'data/postgres'), 'holdfast-postgres');
    const run = start();
    await expect.poll(notes).toEqual(['recorder records']);
    await lock.release();
    await run.prints('Holdfast is running at ');
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(0);
    expect((await notes()).filter((note) => note.startsWith('recorder'))).toEqual([
      'recorder records',
      'recorder stopped with database',
    ]);
    expect(await databasePid()).toBeUndefined();
  });

  it('owns the database that it starts also when its address is not known beforehand', async () => {
    await useInstallation();
    const password = join(folder, 'data/postgres/password');
    const lock = await lockFolder(join(folder, 'data/postgres'), 'holdfast-postgres');
    await rename(password, `${password}.kept`);
    await mkdir(password);
    const run = start();
    const ended = run.ended();
    await run.prints('waiting for the database to start');
    // It is stopped before its database has started, and must not leave that behind.
    run.child.kill('SIGTERM');
    await rmdir(password);
    await rename(`${password}.kept`, password);
    await lock.release();
    expect(await ended).toBe(0);
    expect(await databasePid()).toBeUndefined();
  });

  it('mentions the console only if it exists', async () => {
    await useInstallation();
    const run = start({ WITH_CONSOLE: 'yes' });
    await isUp(run);
    expect(run.printed.out).toContain('There is no administrator yet. Open the address above to create one.');
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(0);
  });

  it('refuses a second start on the same data without affecting the first', async () => {
    await useInstallation();
    const first = start();
    await isUp(first);
    const second = start();
    expect(await second.ended()).toBe(69);
    expect(second.printed.err.trim()).toMatch(
      /^DATA_DIR .* is already in use by another running instance \(process \d+\)\.$/,
    );
    expect(await databasePid()).toBeDefined();
    first.child.kill('SIGTERM');
    expect(await first.ended()).toBe(0);
  });

  it('comes back after kill -9 of the launcher, with the same database process', async () => {
    await useInstallation();
    const first = start();
    await isUp(first);
    const pid = await databasePid();
    first.child.kill('SIGKILL');
    // Its children end later.
    await first.exited;
    const second = start();
    await isUp(second);
    expect(await databasePid()).toBe(pid);
    const stopped = async () => (await notes()).filter((note) => note.includes('stopped')).sort();
    await expect.poll(stopped).toEqual(['api stopped with database', 'recorder stopped with database']);
    second.child.kill('SIGTERM');
    expect(await second.ended()).toBe(0);
  });

  it('restarts the database when it dies, and the children keep running', async () => {
    await useInstallation();
    const run = start();
    await isUp(run);
    const pid = await databasePid();
    process.kill(pid ?? 0, 'SIGKILL');
    await run.prints('PostgreSQL ended, starting it again');
    const healthy = () => fetch(`http://127.0.0.1:${ports[0]}/health`).then((reply) => reply.status);
    await expect.poll(healthy).toBe(200);
    expect(await databasePid()).not.toBe(pid);
    expect((await notes()).sort()).toEqual(['api serves', 'recorder records']);
    run.child.kill('SIGINT');
    expect(await run.ended()).toBe(0);
  });

  it('stops everything and exits 78 when a child rejects its configuration', async () => {
    await useInstallation();
    const run = start({ RECORDER_SCRIPT: `console.error('environment: SEGMENTS is odd'); process.exit(78);` });
    expect(await run.ended()).toBe(78);
    expect(run.printed.err.trim().split('\n')).toEqual([
      'environment: SEGMENTS is odd',
      'recorder cannot run with this configuration; see the errors above.',
    ]);
    expect(await databasePid()).toBeUndefined();
  });

  it('kills everything at once on a second signal', async () => {
    await useInstallation();
    const run = start({
      RECORDER_SCRIPT: `process.on('SIGTERM', () => console.log('not yet')); console.log('deaf'); setInterval(() => {}, 1e6);`,
    });
    await run.prints('Holdfast is running at ');
    await run.prints('deaf');
    run.child.kill('SIGINT');
    await run.prints('not yet');
    await new Promise((resolve) => setTimeout(resolve, 400));
    run.child.kill('SIGINT');
    expect(await run.ended()).toBe(130);
    await expect.poll(databasePid).toBeUndefined();
  });

  it('lists every fault of the environment and exits 78 without creating anything', async () => {
    const run = start({ PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:hunter2@h/d', HOST: '  ' });
    expect(await run.ended()).toBe(78);
    expect(run.printed.err.trim().split('\n')).toEqual([
      'environment: DATABASE_URL is not a postgres:// URL',
      expect.stringContaining('environment: LOG_LEVEL="loud" is not one of '),
      'environment: PORT="eighty" is not a whole number from 1 to 65535',
    ]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

describe('npm start with DATABASE_URL', () => {
  const admin = async (sql: string, url = inject('postgresUrl')) => {
    const pool = createPool({ connectionString: url, poolSize: 1 });
    try {
      return (await pool.query(sql)).rows;
    } finally {
      await pool.end();
    }
  };
  const urlOf = (database: string) => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${database}`;
    return url.href;
  };
  const nameOf = (suffix: string) => `launch_${process.pid}_${suffix}`;

  /** PostgreSQL may be cleaning up in it, which only it may end. */
  const drop = (name: string) =>
    until(() =>
      admin(`drop database ${name} with (force)`).then(
        () => true,
        () => false,
      ),
    );

  it('waits for the database with a log line while the recorder already runs, then uses it', async () => {
    const name = nameOf('late');
    const run = start({ DATABASE_URL: urlOf(name) });
    await run.prints('waiting for the database');
    await expect.poll(notes).toEqual(['recorder records']);
    await admin(`create database ${name}`);
    await isUp(run);
    expect(existsSync(join(folder, 'data/postgres'))).toBe(false);
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(0);
    expect(await notes()).toContain('recorder stopped with database');
    await drop(name);
  });

  it('stops at once when asked to while it waits', async () => {
    const run = start({ DATABASE_URL: urlOf(nameOf('never')) });
    await run.prints('waiting for the database');
    await expect.poll(notes).toEqual(['recorder records']);
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(0);
    expect(await notes()).toEqual(['recorder records', 'recorder stopped without database']);
  });

  /** Every row of every table. */
  const everythingIn = (name: string) =>
    admin(
      `select table_name, query_to_xml(format('select * from %I', table_name), true, false, '')::text as rows
         from information_schema.tables where table_schema = 'public' order by table_name`,
      urlOf(name),
    );
  const realRecorder = `await import(${here('../../recorder/src/main.ts')});`;

  it('retries a migration that was blocked', async () => {
    const name = nameOf('busy');
    await admin(`create database ${name}`);
    await admin(
      `create sequence hurdle;
       create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
       create function trip() returns trigger language plpgsql as $$ begin
         if nextval('public.hurdle') = 2 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
         return new;
       end $$;
       create trigger hurdle before insert on schema_migration for each row execute function trip();`,
      urlOf(name),
    );
    const run = start({ DATABASE_URL: urlOf(name) });
    await isUp(run);
    expect(run.printed.out).toContain('deadlock detected');
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(0);
    await drop(name);
  });

  describe('with a newer schema', () => {
    const name = nameOf('newer');
    let before: unknown;
    // Neither start may change anything, so that one database is enough.
    beforeAll(async () => {
      await admin(`create database ${name}`);
      await migrate({ connectionString: urlOf(name) });
      await admin(`insert into schema_migration values ('9999_future.sql', 'x')`, urlOf(name));
      before = await everythingIn(name);
    });
    afterAll(() => drop(name));

    it('refuses it when the database appears late: the waiting recorder changes nothing', async () => {
      const away = nameOf('away');
      await admin(`alter database ${name} rename to ${away}`);
      const run = start({ DATABASE_URL: urlOf(name), RECORDER_SCRIPT: realRecorder });
      const waits = () => run.printed.out.split('\n').some((line) => / recorder: waiting for the/.test(line));
      await expect.poll(waits).toBe(true);
      await admin(`alter database ${away} rename to ${name}`);
      expect(await run.ended()).toBe(78);
      expect(run.printed.err).toContain('The database is newer than this version of Holdfast (it has 9999_future.sql)');
      expect(await notes()).toEqual([]);
      expect(await everythingIn(name)).toEqual(before);
    });

    it('refuses it with one clear line and exit 78, and changes nothing', async () => {
      const run = start({ DATABASE_URL: urlOf(name) });
      expect(await run.ended()).toBe(78);
      expect(run.printed.err.trim().split('\n')).toEqual([expect.stringContaining('9999_future.sql')]);
      expect(await notes()).toEqual([]);
      expect(await everythingIn(name)).toEqual(before);
    });
  });

  it('reports in one line that the database refuses the password', async () => {
    const url = new URL(inject('postgresUrl'));
    url.password = 'wrong';
    const run = start({ DATABASE_URL: url.href });
    expect(await run.ended()).toBe(78);
    expect(run.printed.err.trim()).toBe(
      'The database of DATABASE_URL cannot be used: password authentication failed for user "holdfast"',
    );
  });
});
