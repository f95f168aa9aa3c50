import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readReason } from '@holdfast/domain';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filesOf, rowsOf } from './testing/footage.ts';
import { type Installation, openInstallation, type RunningRecorder, until } from './testing/installation.ts';

const run = promisify(execFile);
const mayMount = process.getuid?.() === 0;
const timing = { storageRetryMs: 500, maxBackoffMs: 1_000 };

let camera: GstCamera;
let installation: Installation;
let recorder: RunningRecorder;
let gate: string;

beforeAll(async () => {
  // Large enough that what is deleted on the small disk makes room for more.
  camera = await startGstCamera({ mounts: { '/h264': `( ${gstLaunch.h264({ pattern: 'snow', kbit: 1_000 })} )` } });
});
afterAll(() => camera?.stop());
beforeEach(async () => {
  installation = await openInstallation();
  await installation.db
    .updateTable('recordingPolicy')
    .set({ minFreeBytes: 256 * 1024 })
    .execute();
  gate = await installation.addCamera({ name: 'Gate', url: camera.url('/h264') });
});
afterEach(async () => {
  await recorder?.stop();
  if (mayMount) await run('umount', ['-l', installation.footage]).catch(() => undefined);
  await installation.close();
});

const bytesOf = (path: string) => readFile(join(installation.footage, path));
const recordedSince = (sinceMs: number) =>
  until(async () =>
    (await rowsOf(installation, gate)).some(({ preciseStartTs }) => preciseStartTs.getTime() > sinceMs),
  );
const reasons = async () =>
  (await installation.db.selectFrom('streamStateChange').select('reason').orderBy('id').execute()).map(
    ({ reason }) => reason,
  );
const stateIs = (state: string) =>
  until(async () => {
    const status = await installation.db.selectFrom('streamStatus').selectAll().executeTakeFirst();
    return status?.state === state && status;
  });

describe('line 7: a completely full disk', () => {
  /** A small disk filled by another program; without the right to mount one, a disk that reports that it is full. */
  const fill = async (): Promise<{
    settings: { fullWhile?: string };
    fillUp(): Promise<void>;
    free(): Promise<void>;
  }> => {
    const filler = join(mayMount ? installation.footage : installation.folder, 'filler');
    if (mayMount) {
      await mkdir(installation.footage);
      await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', installation.footage]);
    }
    return {
      settings: mayMount ? {} : { fullWhile: filler },
      fillUp: () => writeFile(filler, Buffer.alloc(mayMount ? 16 * 1024 * 1024 : 1)).catch(() => undefined),
      free: () => rm(filler),
    };
  };

  it('is reported, loses only the oldest unprotected footage, and recording resumes by itself', async () => {
    const disk = await fill();
    recorder = await installation.startRecorder({ timing, ...disk.settings });
    const rows = await until(async () => {
      const recorded = await rowsOf(installation, gate);
      return recorded.length >= 6 && recorded;
    });
    const [first, second] = rows as [(typeof rows)[0], (typeof rows)[0]];
    // Its first picture may be older than the second in its name.
    const endTs = new Date(Math.min(second.startTs.getTime(), second.preciseStartTs.getTime()));
    const kept = { cameraId: gate, startTs: first.startTs, endTs, label: 'Kept' };
    await installation.db.insertInto('bookmark').values(kept).execute();
    const before = new Map(await Promise.all(rows.map(async ({ path }) => [path, await bytesOf(path)] as const)));

    await disk.fillUp();
    await until(async () => (await reasons()).includes('disk_full'));
    if (mayMount) {
      // The other program does not free its space, and recording continues nevertheless.
      await recordedSince(Date.now());
      await until(async () => !(await filesOf(installation, gate)).includes(second.path));
    }
    await disk.free();
    await recordedSince(Date.now());
    await stateIs('recording');
    // The reasons are written apart from the status.
    await until(async () => (await reasons()).at(-1) === null);
    const left = await until(async () => {
      const indexed = (await rowsOf(installation, gate)).map(({ path }) => path);
      return (await filesOf(installation, gate)).join() === indexed.join() && indexed;
    });

    const unprotected = rows.slice(1).map(({ path }) => path);
    const gone = unprotected.filter((path) => !left.includes(path));
    expect(gone).toEqual(mayMount ? unprotected.slice(0, gone.length) : []);
    for (const path of [first.path, ...unprotected.slice(gone.length)])
      expect((await bytesOf(path)).equals(before.get(path) as Buffer), path).toBe(true);
  });
});

describe('line 20: a storage that is not mounted', () => {
  it('has nothing written into its empty mount point, and recording resumes when it is back', async () => {
    const disk = join(installation.folder, 'disk');
    const take = async () => {
      if (mayMount) await run('umount', ['-l', installation.footage]);
      else await run('mv', [installation.footage, disk]).then(() => mkdir(installation.footage));
    };
    const putBack = async () => {
      if (mayMount) return void (await run('mount', ['--bind', disk, installation.footage]));
      await rm(installation.footage, { recursive: true });
      await run('mv', [disk, installation.footage]);
    };
    await mkdir(installation.footage);
    if (mayMount) {
      await mkdir(disk);
      await run('mount', ['--bind', disk, installation.footage]);
    }
    recorder = await installation.startRecorder({ timing });
    await recordedSince(0);
    await until(
      async () => (await stat(join(installation.footage, '.holdfast-storage.json')).catch(() => undefined)) && true,
    );
    await stateIs('recording');
    await take();
    const status = await stateIs('storage_missing');
    expect(readReason(status.detail ?? '')?.code).toMatch(/^storage-/);
    const rows = (await rowsOf(installation, gate)).length;
    expect(await readdir(installation.footage)).toEqual([]);
    await putBack();
    await recordedSince(Date.now());
    await stateIs('recording');
    expect((await rowsOf(installation, gate)).length).toBeGreaterThan(rows);
    expect(await reasons()).toContain('storage_missing');
  });

  it('has nothing more recorded to another disk in its place, even if that has folders for the camera', async () => {
    const [disk, other] = [join(installation.folder, 'disk'), join(installation.folder, 'other')];
    const swap = async () => {
      if (mayMount) return void (await run('mount', ['--bind', other, installation.footage]));
      await run('mv', [installation.footage, disk]);
      await run('mv', [other, installation.footage]);
    };
    const swapBack = async () => {
      if (mayMount) return void (await run('umount', ['-l', installation.footage]));
      await run('mv', [installation.footage, other]);
      await run('mv', [disk, installation.footage]);
    };
    recorder = await installation.startRecorder({ timing });
    await recordedSince(0);
    await stateIs('recording');
    // Only its folders: files come and go in the spool meanwhile.
    const isFolder = (path: string) =>
      stat(path).then(
        (found) => found.isDirectory(),
        () => false,
      );
    await cp(installation.footage, other, { recursive: true, filter: isFolder });
    await writeFile(join(other, '.holdfast-storage.json'), JSON.stringify({ storage_id: gate, marker: 'another' }));
    const countFiles = async (folder: string) => (await readdir(folder, { recursive: true })).length;
    const before = await countFiles(other);
    await swap();
    const status = await stateIs('storage_missing');
    expect(readReason(status.detail ?? '')?.code).toBe('storage-changed');
    expect(await countFiles(installation.footage)).toBe(before);
    await swapBack();
    await recordedSince(Date.now());
    await stateIs('recording');
  });
});
