import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault, type Logger, replaceFile } from '@holdfast/kit';

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
  /** Its contents, if they could not be written; lost with the process. */
  unwritten?: string;
}

/** Reads that are kept in memory while the disk takes none, with crops of up to half a megabyte. */
const MAX_UNWRITTEN = 64;

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
    const at = entries.indexOf(entry);
    // It may have been dropped while it was being sent.
    if (at !== -1) entries.splice(at, 1);
    if (entry.unwritten === undefined) await rm(join(folder, entry.name), { force: true });
  };
  const shed = async () => {
    const dropped: Entry[] = [];
    const bytes = () => entries.reduce((sum, entry) => sum + entry.bytes, 0);
    for (let [first] = entries; first !== undefined; [first] = entries) {
      if (bytes() <= limits.bytes && nowMs() - first.addedMs <= limits.ageMs) break;
      dropped.push(first);
      await drop(first);
    }
    const unwritten = entries.filter((entry) => entry.unwritten !== undefined);
    for (const entry of unwritten.slice(0, -MAX_UNWRITTEN)) {
      dropped.push(entry);
      await drop(entry);
    }
    if (dropped.length > 0)
      log.warn({ dropped: dropped.length }, 'dropped the oldest queued reads: too old, or the queue was full');
  };

  let isWritable = true;
  const write = async (name: string, text: string): Promise<boolean> => {
    try {
      await replaceFile(join(folder, name), text, { mode: 0o600 });
      if (!isWritable) log.info('reads are written to the queue again');
      isWritable = true;
    } catch (err) {
      if (isWritable)
        log.error(
          { reason: fileFault(err) },
          'reads cannot be written to the queue: kept in memory until they are sent',
        );
      isWritable = false;
    }
    return isWritable;
  };

  return {
    async add(item) {
      const text = JSON.stringify(item);
      const entry: Entry = {
        name: `${String(next).padStart(12, '0')}-${String(Math.trunc(nowMs())).padStart(13, '0')}.json`,
        bytes: Buffer.byteLength(text),
        addedMs: nowMs(),
      };
      next += 1;
      if (!(await write(entry.name, text))) entry.unwritten = text;
      entries.push(entry);
      await shed();
    },
    async oldest() {
      await shed();
      for (let [entry] = entries; entry !== undefined; [entry] = entries) {
        const kept = entry;
        try {
          const item = JSON.parse(kept.unwritten ?? (await readFile(join(folder, kept.name), 'utf8'))) as T;
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
