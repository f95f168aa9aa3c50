import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gstLaunch, startGstCamera } from '@holdfast/testkit';
import { findDiscrepancy, untilRecordedSince } from './crash-rounds.ts';
import { type FolderNote, keyOf, noteFile, noteFolder } from './forgetful-disk.ts';
import { type Installation, openInstallation, until } from './installation.ts';

const DISK = join(import.meta.dirname, 'forgetful-disk.ts');

export interface PowerCut {
  /** Segments that were indexed at the time of the cut, each found complete after it. */
  indexed: number;
  /** Files that existed but were not synced. */
  forgotten: number;
}

/**
 * Records two cameras, cuts the power at random times, and checks that every indexed segment is complete on what is
 * left.
 */
export async function runPowerCuts({
  cuts,
  random,
  onCut,
}: {
  cuts: number;
  random: () => number;
  onCut?: (cut: PowerCut, index: number) => void;
}): Promise<PowerCut[]> {
  const mounts = {
    '/h264': `( ${gstLaunch.h264({ size: '160x120' })} ${gstLaunch.pcmu()} )`,
    '/h265': `( ${gstLaunch.h265()} )`,
  };
  const camera = await startGstCamera({ mounts });
  const installation = await openInstallation();
  const notes = join(installation.folder, 'synced');
  try {
    await installation.addCamera({ name: 'Gate', url: camera.url('/h264'), audio: true });
    await installation.addCamera({ name: 'Yard', url: camera.url('/h265') });
    const done: PowerCut[] = [];
    for (let i = 0; i < cuts; i += 1) {
      const startedMs = Date.now();
      const recorder = await installation.startRecorder({}, { NODE_OPTIONS: `--import ${DISK}`, SYNCED_FOLDER: notes });
      await untilRecordedSince(installation, startedMs);
      await new Promise((resolve) => setTimeout(resolve, random() * 1_500));
      await recorder.kill();
      const cut = await cutPower(installation, notes);
      done.push(cut);
      onCut?.(cut, i);
    }
    const startedMs = Date.now();
    await installation.startRecorder();
    await untilRecordedSince(installation, startedMs);
    await until(async () => (await findDiscrepancy(installation, [])) === '');
    return done;
  } finally {
    await installation.close();
    await camera.stop();
  }
}

/** Keeps only the synced part of the footage, and compares it with the index. */
async function cutPower(installation: Installation, notes: string): Promise<PowerCut> {
  const rows = await installation.db.selectFrom('segment').select(['path', 'sizeBytes']).execute();
  const wanted = new Map(
    await Promise.all(rows.map(async ({ path }) => [path, await hashOf(join(installation.footage, path))] as const)),
  );
  const before = filesBelow(installation.footage);
  const left = join(installation.folder, 'left');
  const inData = readNote(notes, installation.dataDir)?.names.find(({ name }) => name === 'footage');
  if (!inData) throw new Error('the folder of the footage itself was never made durable');
  await restore({ notes, key: inData.key, into: left });
  for (const { path, sizeBytes } of rows) {
    const file = join(left, path);
    if (!existsSync(file)) throw new Error(`${path} is indexed, and the power cut took its file or a folder above it`);
    if (statSync(file).size !== sizeBytes) throw new Error(`${path} is indexed, and the power cut took a part of it`);
    if ((await hashOf(file)) !== wanted.get(path)) throw new Error(`${path} is indexed, and the power cut changed it`);
  }
  const forgotten = before - filesBelow(left);
  await rm(installation.footage, { recursive: true });
  await rename(left, installation.footage);
  // The remaining files are durable; only their inodes are new.
  await rm(notes, { recursive: true });
  await mkdir(notes);
  noteAll(installation.footage, notes);
  noteFolder(installation.dataDir, notes, keyOf(statSync(installation.dataDir, { bigint: true })));
  return { indexed: rows.length, forgotten };
}

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

const filesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

const noteNamed = (notes: string, key: string): FolderNote | undefined => {
  const path = join(notes, `${key}.folder`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FolderNote) : undefined;
};
const readNote = (notes: string, folder: string) => noteNamed(notes, keyOf(statSync(folder, { bigint: true })));

/** A synced name without synced content is an empty file or folder. */
async function restore({ notes, key, into }: { notes: string; key: string; into: string }): Promise<void> {
  await mkdir(into);
  for (const { name, key: inner, isFolder } of noteNamed(notes, key)?.names ?? []) {
    const bytes = join(notes, `${inner}.file`);
    if (isFolder) await restore({ notes, key: inner, into: join(into, name) });
    else if (existsSync(bytes)) await copyFile(bytes, join(into, name));
    else await writeFile(join(into, name), '');
  }
}

function noteAll(folder: string, notes: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) noteAll(path, notes);
    else noteFile(path, notes, keyOf(statSync(path, { bigint: true })));
  }
  noteFolder(folder, notes, keyOf(statSync(folder, { bigint: true })));
}
