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
  // Least recently used first.
  const kept = new Map<string, KeptFile>();
  let total = 0;
  let loading: Promise<void> | undefined;

  const folderOf = ({ cameraId }: ClipName) => join(root, cameraId);
  const pathOf = (name: ClipName) => join(folderOf(name), printClipName(name));
  const keyOf = (name: ClipName) => `${name.cameraId}/${printClipName(name)}`;

  /** What earlier processes left: finished files count, drafts are removed. */
  const load = async () => {
    const found: KeptFile[] = [];
    for (const folder of await readdir(root, { withFileTypes: true }).catch(() => [])) {
      if (folder.name.startsWith(DRAFT)) await rm(join(root, folder.name), { recursive: true, force: true });
      else if (folder.isDirectory()) found.push(...(await filesIn(root, folder.name)));
    }
    for (const file of found.sort((a, b) => a.usedAtMs - b.usedAtMs)) {
      kept.set(keyOf(file.name), file);
      total += file.bytes;
    }
  };
  const loaded = () => {
    loading ??= load().catch((err: unknown) => {
      loading = undefined;
      throw err;
    });
    return loading;
  };
  const forget = (key: string) => {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const remove = async (name: ClipName) => {
    forget(keyOf(name));
    await rm(pathOf(name), { force: true });
  };
  const evict = async (newest: string) => {
    for (const [key, { name }] of kept) {
      if (total <= maxBytes || key === newest) return;
      await remove(name);
    }
  };

  return {
    find: async (name) => {
      await loaded();
      const key = keyOf(name);
      const file = kept.get(key);
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
          forget(key);
          return undefined;
        }
      }
      kept.delete(key);
      kept.set(key, file);
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
        forget(keyOf(name));
        kept.set(keyOf(name), { name, bytes: size, usedAtMs: nowMs });
        total += size;
        await evict(keyOf(name));
        return pathOf(name);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    within: async ({ cameraId, startMs, endMs }) => {
      await loaded();
      return [...kept.values()]
        .map(({ name }) => name)
        .filter((name) => name.cameraId === cameraId && name.startMs < endMs && name.endMs > startMs);
    },
    list: async () => {
      await loaded();
      return [...kept.values()].map(({ name }) => name);
    },
    remove,
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
