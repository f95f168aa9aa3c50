import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@holdfast/kit';
import { bareEnv, createTestDatabase } from '@holdfast/testkit';
import { describe, expect, inject, it } from 'vitest';
import { contentsOf, fillDatabase } from './backup/test-contents.ts';
import { testFolder } from './backup/test-folder.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';

const inFolder = testFolder();

async function run(command: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const script = join(import.meta.dirname, `${command}-cli.ts`);
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...bareEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    printed.out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    printed.err += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, ...printed };
}

describe('npm run backup and npm run restore', () => {
  it('move an install from one embedded database to another, and leave running servers running', async () => {
    // The embedded server may run as another user, who must be able to pass through this folder.
    await chmod(inFolder('.'), 0o711);
    const [oldHome, newHome] = [inFolder('old'), inFolder('new')];
    const log = createLogger({ name: 'test', level: 'silent' });
    const old = await startEmbeddedPostgres({ dataDir: oldHome, log });
    await migrate({ connectionString: old.connectionString });
    await fillDatabase(old.connectionString);
    const contents = await contentsOf(old.connectionString);

    const taken = await run('backup', [], { DATA_DIR: oldHome });
    expect(taken).toMatchObject({ code: 0, err: '' });
    expect(taken.out).toMatch(/Backed up \d+ rows of \d+ tables to .*holdfast-\d{8}T\d{6}Z\.backup\.gz\n/);
    expect(taken.out).toMatch(/keys\/server\.key .*saved camera passwords need that key/);
    // The product was running and continues.
    expect(await contentsOf(old.connectionString)).toEqual(contents);
    await old.stop();
    const file = inFolder(`old/backups/${(await readdir(inFolder('old/backups')))[0]}`);

    const restored = await run('restore', [file], { DATA_DIR: newHome });
    expect(restored).toMatchObject({ code: 0, err: '' });
    const opened = await startEmbeddedPostgres({ dataDir: newHome, log });
    try {
      expect(opened.adopted).toBe(false);
      expect(await contentsOf(opened.connectionString)).toEqual(contents);
      const again = await run('restore', [file], { DATA_DIR: newHome });
      expect(again).toMatchObject({ code: 1, out: '' });
      expect(again.err).toMatch(/^The database already holds users: .*nothing was altered\.\n$/);
    } finally {
      await opened.stop();
    }
  });

  it('use the database that DATABASE_URL names', async () => {
    const [source, target] = [
      await createTestDatabase(inject('postgresUrl')),
      await createTestDatabase(inject('postgresUrl')),
    ];
    try {
      await fillDatabase(source.connectionString);
      const env = (url: string) => ({ DATABASE_URL: url, DATA_DIR: inFolder('data') });
      expect(await run('backup', [inFolder('x.gz')], env(source.connectionString))).toMatchObject({ code: 0, err: '' });
      expect(await run('restore', [inFolder('x.gz')], env(target.connectionString))).toMatchObject({
        code: 0,
        err: '',
      });
      expect(await contentsOf(target.connectionString)).toEqual(await contentsOf(source.connectionString));
      expect(await readdir(inFolder('.'))).toEqual(['x.gz']);
    } finally {
      await source.drop();
      await target.drop();
    }
  });

  it('report each fault in one line and create nothing', async () => {
    const away = { DATABASE_URL: 'postgres://nobody:secretword@127.0.0.1:1/none', DATA_DIR: inFolder('data') };
    const embedded = { DATA_DIR: inFolder('data') };
    await writeFile(inFolder('garbage.gz'), 'garbage');
    await mkdir(inFolder('folder'));
    const faults = [
      { ...(await run('restore', [], embedded)), expected: 64, says: /Name the backup to restore/ },
      { ...(await run('restore', [inFolder('none.gz')], embedded)), expected: 66, says: /There is no file/ },
      {
        ...(await run('restore', [inFolder('garbage.gz')], embedded)),
        expected: 65,
        says: /not a whole Holdfast backup/,
      },
      { ...(await run('backup', [inFolder('garbage.gz')], embedded)), expected: 66, says: /exists already/ },
      { ...(await run('backup', [], embedded)), expected: 1, says: /holds no database: there is nothing to back up/ },
      { ...(await run('backup', [inFolder('x.gz')], away)), expected: 69, says: /The database cannot be reached/ },
      {
        ...(await run('backup', [], { DATABASE_URL: 'mysql://x' })),
        expected: 78,
        says: /DATABASE_URL is not a postgres/,
      },
    ];
    for (const { code, out, err, expected, says } of faults) {
      expect({ code, out }).toEqual({ code: expected, out: '' });
      expect(err).toMatch(says);
      expect(err).toMatch(/^[^\n]+\n$/);
      expect(err).not.toContain('secretword');
    }
    expect((await readdir(inFolder('.'))).sort()).toEqual(['folder', 'garbage.gz']);
  });
});
