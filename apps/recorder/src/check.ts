import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, type FootageFile, footageFilesAfter, indexedPathsIn, isIndexedAt } from '@holdfast/db';
import type { StorageHealth } from '@holdfast/domain';
import { fileFault } from '@holdfast/kit';
import { listFootageFolders } from './reconcile/footage-folders.ts';
import { readFootageName } from './reconcile/footage-path.ts';
import { entriesOf } from './storage/entries-of.ts';
import { QUARANTINE } from './storage/quarantine.ts';
import type { WatchedStorage } from './storage/storage-registry.ts';

export interface Findings {
  count: number;
  /** The first few. */
  examples: string[];
}

export interface StorageCheck {
  name: string;
  root: string;
  state: StorageHealth;
  detail: string | null;
  rows: number;
  files: number;
  rowsWithoutFile: Findings;
  filesWithoutRow: Findings;
  wrongSizes: Findings;
  unreadable: Findings;
  siblings: Findings;
  quarantined: Findings;
}

const ROWS_AT_A_TIME = 1_000;
const MAX_EXAMPLES = 10;
/** A running recorder has files that are published but not indexed yet. */
const SETTLED_MS = 60_000;

/** Compares the index with the files of a storage. Changes neither. */
export async function checkStorage(
  { db, nowMs, signal }: { db: Database; nowMs: number; signal?: AbortSignal },
  storage: WatchedStorage,
): Promise<StorageCheck> {
  const { name, root, reading } = storage;
  const check: StorageCheck = {
    name,
    root,
    state: reading.state,
    detail: reading.detail,
    rows: 0,
    files: 0,
    rowsWithoutFile: noFindings(),
    filesWithoutRow: noFindings(),
    wrongSizes: noFindings(),
    unreadable: noFindings(),
    siblings: noFindings(),
    quarantined: noFindings(),
  };
  // On a storage that is not mounted every file would be reported as missing.
  if (reading.state === 'missing' || reading.state === 'foreign') return check;
  for await (const row of rowsOf(db, storage.id)) {
    signal?.throwIfAborted();
    check.rows += 1;
    await checkRow(db, storage, row, check);
  }
  for (const folder of await listFootageFolders(root)) {
    signal?.throwIfAborted();
    const entries = await entriesOf(join(root, folder.path));
    const indexed = await indexedPathsIn(db, { storageId: storage.id, folder: folder.path });
    for (const entry of entries) {
      const path = `${folder.path}/${entry.name}`;
      check.files += 1;
      if (indexed.has(path)) continue;
      if (readFootageName(entry.name, folder.day).kind === 'sibling') note(check.siblings, path);
      else if (await isSettled(join(root, path), nowMs)) note(check.filesWithoutRow, path);
    }
  }
  for (const entry of await entriesOf(join(root, QUARANTINE))) note(check.quarantined, `${QUARANTINE}/${entry.name}`);
  return check;
}

/** Siblings and quarantined files are expected after a fault; anything else is a difference. */
export const isSound = (check: StorageCheck): boolean =>
  check.state !== 'missing' &&
  check.state !== 'foreign' &&
  [check.rowsWithoutFile, check.filesWithoutRow, check.wrongSizes, check.unreadable].every(({ count }) => count === 0);

async function* rowsOf(db: Database, storageId: string): AsyncGenerator<FootageFile> {
  for (let afterPath = ''; ; ) {
    const rows = await footageFilesAfter(db, { storageId, afterPath, limit: ROWS_AT_A_TIME });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_A_TIME) return;
    afterPath = last.path;
  }
}

async function checkRow(db: Database, storage: WatchedStorage, row: FootageFile, check: StorageCheck): Promise<void> {
  const { id, path, sizeBytes } = row;
  try {
    const facts = await lstat(join(storage.root, path));
    if (!facts.isFile()) note(check.unreadable, `${path} (not a file)`);
    else if (facts.size !== sizeBytes)
      note(check.wrongSizes, `${path} (${facts.size} bytes, ${sizeBytes} in the index)`);
  } catch (err) {
    const code = fileFault(err);
    if (code !== 'ENOENT') note(check.unreadable, `${path} (${code})`);
    // A running recorder has deleted or archived the file since the row was read.
    else if (await isIndexedAt(db, { id, storageId: storage.id, path })) note(check.rowsWithoutFile, path);
  }
}

const isSettled = (file: string, nowMs: number): Promise<boolean> =>
  lstat(file).then(
    ({ ctimeMs }) => ctimeMs < nowMs - SETTLED_MS,
    () => false,
  );

const noFindings = (): Findings => ({ count: 0, examples: [] });

function note(findings: Findings, example: string): void {
  findings.count += 1;
  if (findings.examples.length < MAX_EXAMPLES) findings.examples.push(example);
}
