import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { locateBinaries } from './binaries.ts';
import { createCluster } from './cluster.ts';
import { layoutIn, makePrivateFolder } from './layout.ts';
import { chooseServerUser, runAsServerUser } from './server-user.ts';

it('a database is created though programs and data lie in a folder that is closed to other users, as under /root', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'closed-'));
  try {
    await chmod(closed, 0o700);
    const native = dirname(dirname((await locateBinaries()).postgres));
    await cp(native, join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
    const binaries = { initdb: join(closed, 'native/bin/initdb'), postgres: join(closed, 'native/bin/postgres') };
    const layout = layoutIn(join(closed, 'data'));
    const user = await chooseServerUser(layout.cluster);
    await makePrivateFolder(layout.folder, user);
    const runAs = await runAsServerUser({ user, postgres: binaries.postgres, folder: layout.folder });
    await createCluster({ layout, binaries, runAs, password: '0'.repeat(64), durable: false });
    expect(await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8')).toBe(`${runAs.majorVersion}\n`);
  } finally {
    await rm(closed, { recursive: true, force: true });
  }
});
