import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, syncFile } from '@holdfast/kit';
import type { ClipName } from './clip-name.ts';
import { parseClipName, printClipName } from './clip-name.ts';

interface KeptFile {
  name: ClipName;
  bytes: number;
  usedAtMs: number;
}

/** Files that were rendered: found by name, the least recently used evicted beyond a number of bytes. */
export interface ClipFiles {
  /** The path of a finished file; counts as use. */
  find(name: ClipName): Promise<string | undefined>;
  /** Renders into an empty folder; the file `draft` in it becomes the named one, as a whole or not at all. */
  add(name: ClipName, draft: string, write: (folder: string) => Promise<void>): Promise<string>;
  /** Those of a camera that overlap a range. */
  within(range: { cameraId: string; startMs: number; endMs: number }): Promise<ClipName[]>;
  list(): Promise<ClipName[]>;
  remove(name: ClipName): Promise<void>;
}

const DRAFT = '.draft-';
const MAX_BYTES = 8 * 1024 ** 3;
/** The time of use is stored no more often than this. */
const TOUCH_MS = 60_000;

export function createClipFiles({
  dataDir,
  clock,
  maxBytes = MAX_BYTES,
}: {
  dataDir: string;
  clock: Clock;
  maxBytes?: number;
}): ClipFiles {
  const root = join(dataDir, 'clips');
  const kept = createFileBook();
  let loading: Promise<void> | undefined;

  const folderOf = ({ cameraId }: ClipName) => join(root, cameraId);
  const pathOf = (name: ClipName) => join(folderOf(name), printClipName(name));

  /** What earlier processes left: finished files count, drafts are removed. */
  const load = async () => {
    const found: KeptFile[] = [];
    for (const folder of await readdir(root, { withFileTypes: true }).catch(() => [])) {
      if (folder.name.startsWith(DRAFT)) await rm(join(root, folder.name), { recursive: true, force: true });
      else if (folder.isDirectory()) found.push(...(await filesIn(root, folder.name)));
    }
    for (const file of found.sort((a, b) => a.usedAtMs - b.usedAtMs)) kept.put(file);
  };
  const loaded = () => {
    loading ??= load().catch((err: unknown) => {
      loading = undefined;
      throw err;
    });
    return loading;
  };
  const remove = async (name: ClipName) => {
    kept.forget(name);
    await rm(pathOf(name), { force: true });
  };
  const evict = async (newest: ClipName) => {
    for (const { name } of kept.all()) {
      if (kept.bytes <= maxBytes || keyOf(name) === keyOf(newest)) return;
      await remove(name);
    }
  };

  return {
    find: async (name) => {
      await loaded();
      const file = kept.get(name);
      if (!file) return undefined;
      const path = pathOf(name);
      const nowMs = clock.now();
      if (nowMs - file.usedAtMs > TOUCH_MS) {
        file.usedAtMs = nowMs;
        // Gone without our doing: rendered again.
        const isThere = await utimes(path, new Date(nowMs), new Date(nowMs)).then(
          () => true,
          () => false,
        );
        if (!isThere) {
          kept.forget(name);
          return undefined;
        }
      }
      kept.put(file);
      return path;
    },
    add: async (name, draft, write) => {
      await loaded();
      const folder = join(root, `${DRAFT}${randomUUID()}`);
      await mkdir(folder, { recursive: true });
      try {
        await write(folder);
        const written = join(folder, draft);
        await syncFile(written);
        const { size } = await stat(written);
        await mkdir(folderOf(name), { recursive: true });
        const nowMs = clock.now();
        await utimes(written, new Date(nowMs), new Date(nowMs));
        await rename(written, pathOf(name));
        kept.put({ name, bytes: size, usedAtMs: nowMs });
        await evict(name);
        return pathOf(name);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    within: async ({ cameraId, startMs, endMs }) => {
      await loaded();
      return kept
        .all()
        .map(({ name }) => name)
        .filter((name) => name.cameraId === cameraId && name.startMs < endMs && name.endMs > startMs);
    },
    list: async () => {
      await loaded();
      return kept.all().map(({ name }) => name);
    },
    remove,
  };
}

const keyOf = (name: ClipName) => `${name.cameraId}/${printClipName(name)}`;

/** Which files there are and what they take, least recently used first. */
function createFileBook() {
  const files = new Map<string, KeptFile>();
  let bytes = 0;
  const forget = (name: ClipName) => {
    bytes -= files.get(keyOf(name))?.bytes ?? 0;
    files.delete(keyOf(name));
  };
  return {
    get: (name: ClipName) => files.get(keyOf(name)),
    all: () => [...files.values()],
    forget,
    /** As the most recently used one. */
    put: (file: KeptFile) => {
      forget(file.name);
      files.set(keyOf(file.name), file);
      bytes += file.bytes;
    },
    get bytes() {
      return bytes;
    },
  };
}

async function filesIn(root: string, cameraId: string): Promise<KeptFile[]> {
  const found: KeptFile[] = [];
  for (const text of await readdir(join(root, cameraId))) {
    const name = parseClipName(cameraId, text);
    if (!name) continue;
    const { size, mtimeMs } = await stat(join(root, cameraId, text));
    found.push({ name, bytes: size, usedAtMs: mtimeMs });
  }
  return found;
}
