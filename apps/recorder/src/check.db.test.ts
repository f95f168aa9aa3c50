import { execFile } from 'node:child_process';
import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bareEnv } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { checkStorage, isSound } from './check.ts';
import { checkReport } from './check-report.ts';
import { startTestRetention, type TestRetention, type TestStorage } from './test-retention.ts';

let fixture: TestRetention;
let disk: TestStorage;
let cameraId: string;

beforeEach(async () => {
  fixture = await startTestRetention(inject('postgresUrl'));
  disk = await fixture.storage('disk');
  cameraId = await fixture.camera(await fixture.policy({ liveStorageId: disk.id }));
  await fixture.db.updateTable('recordingPolicy').set({ liveStorageId: disk.id }).execute();
  await fixture.db.deleteFrom('storage').where('isDefault', '=', true).execute();
});
afterEach(() => fixture.close());

const footage = (hoursAgo: number) => fixture.footage({ cameraId, storage: disk, hoursAgo });
const check = async () => {
  const [storage] = await fixture.readStorages();
  if (!storage) throw new Error('no storage');
  return checkStorage({ db: fixture.db, nowMs: Date.now() + 3_600_000 }, storage);
};
const command = () =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...bareEnv(), DATABASE_URL: fixture.connectionString, DATA_DIR: fixture.dataDir };
    execFile(process.execPath, [join(import.meta.dirname, 'check-cli.ts')], { env }, (err, stdout, stderr) =>
      resolve({ code: err ? Number(err.code) : 0, output: stdout + stderr }),
    );
  });

describe('npm run check', () => {
  it('finds nothing when index and disk agree', async () => {
    await footage(2);
    const found = await check();
    expect(found).toMatchObject({ rows: 1, files: 1 });
    expect(isSound(found)).toBe(true);
    expect(await command()).toMatchObject({ code: 0, output: expect.stringContaining('Index and disk agree') });
  });

  it('lists rows without files, files without rows, wrong sizes, siblings and quarantine, and deletes nothing', async () => {
    const [gone, sound, grown] = [await footage(4), await footage(3), await footage(2)];
    await unlink(gone.file);
    await writeFile(grown.file, 'other');
    await writeFile(sound.file.replace('Z.mp4', 'Z-r1.mp4'), 'sibling');
    await writeFile(sound.file.replace('Z.mp4', 'Z.part'), 'stranger');
    await mkdir(join(disk.root, '.quarantine'));
    await writeFile(join(disk.root, '.quarantine', '20261115T120000Z-x.mp4'), '');
    const before = await readdir(disk.root, { recursive: true });
    const found = await check();
    expect(found).toMatchObject({
      rows: 3,
      files: 4,
      rowsWithoutFile: { count: 1, examples: [gone.path] },
      filesWithoutRow: { count: 1 },
      wrongSizes: { count: 1 },
      siblings: { count: 1 },
      quarantined: { count: 1 },
    });
    const report = checkReport([found]);
    for (const word of [gone.path, 'Z.part', '1000 in the index', 'Z-r1.mp4', 'quarantine', 'Nothing was changed'])
      expect(report).toContain(word);
    expect(await command()).toMatchObject({ code: 1 });
    expect(await readdir(disk.root, { recursive: true })).toEqual(before);
    expect(await fixture.indexed()).toHaveLength(3);
  });

  it('does not report everything as missing when the disk is not mounted', async () => {
    await footage(2);
    await unlink(join(disk.root, '.holdfast-storage.json'));
    const found = await check();
    expect(found).toMatchObject({ state: 'missing', rowsWithoutFile: { count: 0 } });
    expect(isSound(found)).toBe(false);
    expect(checkReport([found])).toContain('not checked');
  });

  it('rejects a folder without a database', async () => {
    const env = { ...bareEnv(), DATA_DIR: fixture.dataDir };
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, [join(import.meta.dirname, 'check-cli.ts')], { env }, (_err, _out, stderr) =>
        resolve(stderr),
      ),
    );
    expect(output).toContain('there is nothing to check');
  });
});
