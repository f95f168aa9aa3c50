import { link, lstat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseSegmentName, segmentName } from '@holdfast/domain';
import { fileFault, syncFolder } from '@holdfast/kit';
import { entriesOf } from './entries-of.ts';
import { INCOMING } from './incoming.ts';
import { makeDurableFolder } from './make-durable-folder.ts';

export const QUARANTINE = '.quarantine';
const KEPT_MS = 14 * 24 * 3_600_000;
const ABANDONED_MS = 3_600_000;
const MAX_PURGED = 1_000;

const STAMP = /^(\d{8}T\d{6}Z)-/;

const stampOf = (nowMs: number): string => segmentName(nowMs).replace('.mp4', '');

/** When an entry was quarantined; undefined if its name has no timestamp. */
const enteredMs = (name: string): number | undefined => {
  const stamp = STAMP.exec(name)?.[1];
  return stamp === undefined ? undefined : parseSegmentName(`${stamp}.mp4`)?.startMs;
};

/**
 * Moves a file to the quarantine under the current time: the age of the file does not tell how long it has been there.
 */
export async function quarantine({ root, path, nowMs }: { root: string; path: string; nowMs: number }): Promise<void> {
  const folder = join(root, QUARANTINE);
  await makeDurableFolder({ root, folder });
  const name = basename(path);
  for (let attempt = 0; ; attempt += 1) {
    const entry = attempt === 0 ? name : `${attempt}-${name}`;
    try {
      await link(join(root, path), join(folder, `${stampOf(nowMs)}-${entry}`));
      break;
    } catch (err) {
      if (fileFault(err) !== 'EEXIST') throw err;
    }
  }
  await syncFolder(folder);
  await unlink(join(root, path));
  await syncFolder(join(root, dirname(path)));
}

/** Deletes entries after fourteen days. Entries without a timestamp get one now. */
export async function purgeQuarantine({ root, nowMs }: { root: string; nowMs: number }): Promise<number> {
  let purged = 0;
  for (const entry of await entriesOf(join(root, QUARANTINE))) {
    if (!entry.isFile() || purged >= MAX_PURGED) continue;
    const since = enteredMs(entry.name);
    if (since === undefined) await quarantine({ root, path: join(QUARANTINE, entry.name), nowMs });
    else if (since < nowMs - KEPT_MS) {
      await unlink(join(root, QUARANTINE, entry.name));
      purged += 1;
    }
  }
  return purged;
}

/** Incomplete copies left by a crash. */
export async function quarantineAbandonedCopies({ root, nowMs }: { root: string; nowMs: number }): Promise<number> {
  let moved = 0;
  for (const entry of await entriesOf(join(root, INCOMING))) {
    const path = join(INCOMING, entry.name);
    const facts = await lstat(join(root, path)).catch(() => undefined);
    if (!facts?.isFile() || facts.mtimeMs > nowMs - ABANDONED_MS) continue;
    await quarantine({ root, path, nowMs });
    moved += 1;
  }
  return moved;
}
