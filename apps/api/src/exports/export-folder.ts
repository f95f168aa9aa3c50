import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Database, listExportFolders } from '@holdfast/db';
import { syncFile, syncFolder } from '@holdfast/kit';

const DRAFT = '.draft-';
const root = (dataDir: string) => join(dataDir, 'exports');

export const finishedFolder = (dataDir: string, id: string) => join(root(dataDir), id);

/** Each attempt has a folder of its own, so that one that was given up cannot disturb the next. */
export const draftFolder = (dataDir: string, claim: string) => join(root(dataDir), `${DRAFT}${claim}`);

/**
 * Files first, then their names, then the folder's own: what a row calls done is there after a power cut. An attempt may
 * have died between this and its row: its files make room for the new ones.
 */
export async function publishDraft(draft: string, finished: string): Promise<void> {
  for (const name of await readdir(draft)) await syncFile(join(draft, name));
  await syncFolder(draft);
  await rm(finished, { recursive: true, force: true });
  await rename(draft, finished);
  await syncFolder(dirname(finished));
}

/** Removes what no export owns: left behind by a kill, removed, cancelled or expired. Everything in there is ours. */
export async function sweepExports({ db, dataDir }: { db: Database; dataDir: string }): Promise<number> {
  // In this order: what appears after the listing is not judged.
  const present = await readdir(root(dataDir)).catch((): string[] => []);
  const rows = await listExportFolders(db);
  const owned = new Set(rows.map(({ id, state, claim }) => (state === 'done' ? id : `${DRAFT}${claim}`)));
  // While it is published, an attempt's folder has its final name and its row still says running.
  for (const { id } of rows) owned.add(id);
  const stray = present.filter((name) => !owned.has(name));
  for (const name of stray) await rm(join(root(dataDir), name), { recursive: true, force: true });
  return stray.length;
}
