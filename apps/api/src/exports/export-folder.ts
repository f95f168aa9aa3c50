import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Database, listExportFolders } from '@holdfast/db';
import { syncFile, syncFolder } from '@holdfast/kit';

const DRAFT = '.draft-';
const root = (dataDir: string) => join(dataDir, 'exports');

export const finishedFolder = (dataDir: string, id: string) => join(root(dataDir), id);

/** Each attempt has its own folder, so that an abandoned one cannot disturb the next. */
export const draftFolder = (dataDir: string, claim: string) => join(root(dataDir), `${DRAFT}${claim}`);

/**
 * Syncs the files, then their names, then the folder's name: an export that its row calls done survives a power cut. An attempt
 * may have died between this and its row update: its files are replaced.
 */
export async function publishDraft(draft: string, finished: string): Promise<void> {
  for (const name of await readdir(draft)) await syncFile(join(draft, name));
  await syncFolder(draft);
  await rm(finished, { recursive: true, force: true });
  await rename(draft, finished);
  await syncFolder(dirname(finished));
}

/** Deletes folders without an export: left behind by a kill, removed, cancelled or expired. The whole folder is ours. */
export async function sweepExports({ db, dataDir }: { db: Database; dataDir: string }): Promise<number> {
  // In this order: folders that appear after the listing are not considered.
  const present = await readdir(root(dataDir)).catch((): string[] => []);
  const rows = await listExportFolders(db);
  const owned = new Set(rows.map(({ id, state, claim }) => (state === 'done' ? id : `${DRAFT}${claim}`)));
  // While it is published, an attempt's folder already has its final name and its row is still running.
  for (const { id } of rows) owned.add(id);
  const stray = present.filter((name) => !owned.has(name));
  for (const name of stray) await rm(join(root(dataDir), name), { recursive: true, force: true });
  return stray.length;
}
