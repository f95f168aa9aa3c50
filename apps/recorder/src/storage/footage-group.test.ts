import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, GROUP_READS_UMASK } from '@holdfast/kit';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { findGroup } from './footage-group.ts';
import { footageSharing } from './footage-sharing.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footage-group-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const facts = async (path: string) => {
  const { mode, gid } = await stat(path);
  return [(mode & 0o7777).toString(8), gid];
};
/** Without root, files can only be given to one's own groups. */
const group = () => (process.getuid?.() === 0 ? 4_242 : (process.getgid?.() ?? 0));

it('lets a group read footage, including what is recorded later', async () => {
  const before = process.umask(GROUP_READS_UMASK);
  onTestFinished(() => void process.umask(before));
  const root = join(dataDir, 'footage');
  await mkdir(root);
  const sharing = footageSharing({ group: group(), dataDir, usable: async () => [{ root }], log });
  for (let time = 0; time < 2; time += 1) await sharing.now();
  await mkdir(join(root, 'camera', 'main'), { recursive: true });
  await writeFile(join(root, 'camera', 'main', 'x.mp4'), '');
  expect(await facts(root)).toEqual(['2750', group()]);
  expect(await facts(join(root, 'camera', 'main'))).toEqual(['2750', group()]);
  expect(await facts(join(root, 'camera', 'main', 'x.mp4'))).toEqual(['640', group()]);
  expect((await facts(dataDir))[0]).toBe('711');
});

it('without a group closes what an earlier version left open, and leaves folders of others alone', async () => {
  const [builtIn, disk] = [join(dataDir, 'footage'), join(dataDir, 'mnt', 'disk')];
  for (const path of [builtIn, disk]) await mkdir(path, { recursive: true, mode: 0o755 });
  await footageSharing({
    group: undefined,
    dataDir,
    usable: async () => [{ root: builtIn }, { root: disk }],
    log,
  }).now();
  expect([(await facts(builtIn))[0], (await facts(disk))[0]]).toEqual(['700', '755']);
});

it('finds a group by its name or number, and names an unknown one in the error', async () => {
  expect(await findGroup('root')).toBe(0);
  expect(await findGroup('1234')).toBe(1234);
  await expect(findGroup('no-such-group')).rejects.toThrow(
    'FOOTAGE_GROUP no-such-group is not a group of this machine; create it, or name another.',
  );
});
