import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, syncFile } from '@holdfast/kit';
import { fileSource, type OpenedBytes } from '@holdfast/media';
import { createOpenFiles, type OpenFiles } from './open-files.ts';

/** The fields that every kept file's name contains; its owner may add others. */
export interface KeptName {
  cameraId: string;
  startMs: number;
  endMs: number;
}

type Opened = Extract<OpenedBytes, { kind: 'opened' }>;

interface KeptFile<Name> {
  name: Name;
  bytes: number;
  usedAtMs: number;
}

/** Files that were made or fetched: found by name, the least recently used evicted beyond a number of bytes. */
export interface KeptFiles<Name extends KeptName> {
  /** The path of a finished file; counts as use. */
  find(name: Name): Promise<string | undefined>;
  /** The bytes of a finished file, to be closed; counts as use. */
  open(name: Name): Promise<Opened | undefined>;
  /** Writes into an empty folder; the file `draft` in it becomes the named one, as a whole or not at all. */
  add(name: Name, draft: string, write: (folder: string) => Promise<void>): Promise<string>;
  /** The files of a camera that overlap a range. */
  within(range: { cameraId: string; startMs: number; endMs: number }): Promise<Name[]>;
  list(): Promise<Name[]>;
  remove(name: Name): Promise<void>;
}

const DRAFT = '.draft-';
/** The time of use is stored no more often than this. */
const TOUCH_MS = 60_000;
/** A player requests a file in many parts. */
const MAX_OPEN = 32;
const OPEN_MS = 10_000;

interface KeptFilesOptions<Name extends KeptName> {
  /** With a folder for each camera. */
  root: string;
  clock: Clock;
  maxBytes: number;
  print: (name: Name) => string;
  /** Undefined for a file that is not ours. */
  parse: (cameraId: string, text: string) => Name | undefined;
  /** Evicted only if nothing else is left. */
  isProtected?: (name: Name) => Promise<boolean>;
}

export function createKeptFiles<Name extends KeptName>({
  root,
  clock,
  maxBytes,
  print,
  parse,
  isProtected = async () => false,
}: KeptFilesOptions<Name>): KeptFiles<Name> {
  // Least recently used first.
  const kept = new Map<string, KeptFile<Name>>();
  const files = createOpenFiles({ most: MAX_OPEN, idleMs: OPEN_MS });
  let total = 0;
  let loading: Promise<void> | undefined;

  const folderOf = ({ cameraId }: Name) => join(root, cameraId);
  const pathOf = (name: Name) => join(folderOf(name), print(name));
  const keyOf = (name: Name) => `${name.cameraId}/${print(name)}`;

  const load = async () => {
    const found = await readKept(root, parse);
    for (const file of found.sort((a, b) => a.usedAtMs - b.usedAtMs)) {
      kept.set(keyOf(file.name), file);
      total += file.bytes;
    }
  };
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  const forget = (name: Name) => {
    const key = keyOf(name);
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
    files.forget(pathOf(name));
  };
  const remove = async (name: Name) => {
    forget(name);
    await rm(pathOf(name), { force: true });
  };
  const moveToEnd = (key: string, file: KeptFile<Name>) => {
    kept.delete(key);
    kept.set(key, file);
  };
  const evict = async (newest: string) => {
    for (const [key, file] of [...kept]) {
      if (total <= maxBytes) return;
      if (key === newest) continue;
      // Considered again only after all others.
      if (await isProtected(file.name)) moveToEnd(key, file);
      else await remove(file.name);
    }
    for (const [key, { name }] of [...kept]) if (total > maxBytes && key !== newest) await remove(name);
  };

  const find = async (name: Name): Promise<string | undefined> => {
    await loaded();
    const key = keyOf(name);
    const file = kept.get(key);
    if (!file) return undefined;
    const path = pathOf(name);
    const nowMs = clock.now();
    const isTouchDue = nowMs - file.usedAtMs > TOUCH_MS;
    if (isTouchDue) file.usedAtMs = nowMs;
    // Deleted by somebody else: the file is made again.
    if (isTouchDue && !(await touch(path, nowMs))) return void forget(name);
    moveToEnd(key, file);
    return path;
  };

  const list = async () => {
    await loaded();
    return [...kept.values()].map(({ name }) => name);
  };

  return {
    find,
    open: async (name) => {
      const path = await find(name);
      const opened = path === undefined ? undefined : await openWhole(files, path, kept.get(keyOf(name))?.bytes);
      // Truncated or replaced by somebody else: the file is made again.
      if (path !== undefined && !opened) await remove(name);
      return opened;
    },
    add: async (name, draft, write) => {
      await loaded();
      const nowMs = clock.now();
      await mkdir(folderOf(name), { recursive: true });
      const bytes = await writeWhole({ root, draft, path: pathOf(name), nowMs }, write);
      forget(name);
      kept.set(keyOf(name), { name, bytes, usedAtMs: nowMs });
      total += bytes;
      await evict(keyOf(name));
      return pathOf(name);
    },
    within: async ({ cameraId, startMs, endMs }) =>
      (await list()).filter((name) => name.cameraId === cameraId && name.startMs < endMs && name.endMs > startMs),
    list,
    remove,
  };
}

/** Undefined if it cannot be read or does not have its size. */
async function openWhole(files: OpenFiles, path: string, bytes: number | undefined): Promise<Opened | undefined> {
  const opened = await files.acquire(path).catch(() => undefined);
  if (!opened) return undefined;
  const { handle, sizeBytes, release } = opened;
  if (sizeBytes === bytes)
    return { kind: 'opened', source: fileSource(handle, sizeBytes), close: async () => release() };
  release();
  return undefined;
}

/** Sets the time of use; false if the file is missing. */
const touch = (path: string, nowMs: number): Promise<boolean> =>
  utimes(path, new Date(nowMs), new Date(nowMs)).then(
    () => true,
    () => false,
  );

/** Returns the number of bytes. */
async function writeWhole(
  { root, draft, path, nowMs }: { root: string; draft: string; path: string; nowMs: number },
  write: (folder: string) => Promise<void>,
): Promise<number> {
  const folder = join(root, `${DRAFT}${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    await write(folder);
    const written = join(folder, draft);
    await syncFile(written);
    const { size } = await stat(written);
    await touch(written, nowMs);
    await rename(written, path);
    return size;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files of earlier processes: finished ones count, drafts are removed. Unreadable ones do not count. */
async function readKept<Name extends KeptName>(
  root: string,
  parse: KeptFilesOptions<Name>['parse'],
): Promise<KeptFile<Name>[]> {
  const found: KeptFile<Name>[] = [];
  for (const folder of await readdir(root, { withFileTypes: true }).catch(() => [])) {
    const path = join(root, folder.name);
    if (folder.name.startsWith(DRAFT)) await rm(path, { recursive: true, force: true }).catch(() => undefined);
    else if (folder.isDirectory()) found.push(...(await filesIn(path, (text) => parse(folder.name, text))));
  }
  return found;
}

async function filesIn<Name>(folder: string, parse: (text: string) => Name | undefined): Promise<KeptFile<Name>[]> {
  const found: KeptFile<Name>[] = [];
  for (const text of await readdir(folder).catch(() => [])) {
    const name = parse(text);
    const file = name && (await stat(join(folder, text)).catch(() => undefined));
    if (name && file?.isFile() && file.size > 0) found.push({ name, bytes: file.size, usedAtMs: file.mtimeMs });
  }
  return found;
}
