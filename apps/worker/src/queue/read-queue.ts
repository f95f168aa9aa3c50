import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, replaceFile } from '@holdfast/kit';

export interface QueueLimits {
  bytes: number;
  ageMs: number;
}

/** Reads on disk until the API has accepted them: in order, each once, bounded by bytes and age. */
export interface ReadQueue<T> {
  add(item: T): Promise<void>;
  /** The oldest read that has not expired; undefined if the queue is empty. */
  oldest(): Promise<{ item: T; remove: () => Promise<void> } | undefined>;
  clear(): Promise<void>;
  readonly size: number;
}

interface Entry {
  name: string;
  bytes: number;
  addedMs: number;
}

const ENTRY = /^(\d{12})-(\d{13})\.json$/;

/** Opens a queue in its own folder; reads of an earlier session come first. */
export async function openReadQueue<T>({
  folder,
  limits,
  nowMs,
  log,
}: {
  folder: string;
  limits: QueueLimits;
  nowMs: () => number;
  log: Logger;
}): Promise<ReadQueue<T>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const entries = await readEntries(folder);
  let next = Number(entries.at(-1)?.name.slice(0, 12) ?? 0) + 1;

  const drop = async (entry: Entry) => {
    entries.splice(entries.indexOf(entry), 1);
    await rm(join(folder, entry.name), { force: true });
  };
  const shed = async () => {
    const dropped: Entry[] = [];
    const bytes = () => entries.reduce((sum, entry) => sum + entry.bytes, 0);
    for (let [first] = entries; first !== undefined; [first] = entries) {
      if (bytes() <= limits.bytes && nowMs() - first.addedMs <= limits.ageMs) break;
      dropped.push(first);
      await drop(first);
    }
    if (dropped.length > 0)
      log.warn({ dropped: dropped.length }, 'dropped the oldest queued reads: too old, or the queue was full');
  };

  return {
    async add(item) {
      const text = JSON.stringify(item);
      const entry = {
        name: `${String(next).padStart(12, '0')}-${String(Math.trunc(nowMs())).padStart(13, '0')}.json`,
        bytes: Buffer.byteLength(text),
        addedMs: nowMs(),
      };
      next += 1;
      await replaceFile(join(folder, entry.name), text, { mode: 0o600 });
      entries.push(entry);
      await shed();
    },
    async oldest() {
      await shed();
      for (let [entry] = entries; entry !== undefined; [entry] = entries) {
        const kept = entry;
        try {
          const item = JSON.parse(await readFile(join(folder, kept.name), 'utf8')) as T;
          return { item, remove: () => drop(kept) };
        } catch (err) {
          log.warn({ file: kept.name, err }, 'a queued read is unreadable, dropping it');
          await drop(kept);
        }
      }
      return undefined;
    },
    async clear() {
      for (const entry of [...entries]) await drop(entry);
    },
    get size() {
      return entries.length;
    },
  };
}

async function readEntries(folder: string): Promise<Entry[]> {
  const names = (await readdir(folder)).sort();
  const entries = names.map(async (name): Promise<Entry | undefined> => {
    const addedMs = Number(ENTRY.exec(name)?.[2] ?? Number.NaN);
    // Any other file is an incomplete one left by a crash.
    if (Number.isNaN(addedMs)) {
      await rm(join(folder, name), { force: true, recursive: true });
      return undefined;
    }
    return { name, bytes: (await stat(join(folder, name))).size, addedMs };
  });
  return (await Promise.all(entries)).filter((entry) => entry !== undefined);
}
