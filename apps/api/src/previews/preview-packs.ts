import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  PACK_HEAD_BYTES,
  PACK_PLACES,
  type PackedPreview,
  type PackHead,
  packHourMs,
  packsOverLimit,
  parsePackHead,
  printPackStart,
  printPlace,
} from '@holdfast/domain';
import { createOpenFiles, type OpenFiles } from '../kept-files/open-files.ts';

/** A camera and an hour. */
export interface PackId {
  cameraId: string;
  hourMs: number;
}

export interface NewPreview {
  segmentId: number;
  startMs: number;
  durationMs: number;
  jpeg: Buffer;
}

/** The files of previews. Only this process writes them. */
export interface PreviewPacks {
  /** The contents of a pack; empty if there is none. */
  read(id: PackId): Promise<readonly PackedPreview[]>;
  /** The JPEG; undefined if it is gone or damaged. */
  picture(id: PackId, preview: PackedPreview): Promise<Buffer | undefined>;
  add(id: PackId, previews: readonly NewPreview[]): Promise<void>;
  /** Wipes the previews of deleted segments, and removes the file if none is left. */
  keepOnly(id: PackId, isAlive: (segmentIds: readonly number[]) => Promise<ReadonlySet<number>>): Promise<void>;
  remove(id: PackId): Promise<void>;
  list(): Promise<PackId[]>;
}

const MAX_HEADS = 256;
/** Scrubbing stays within a few hours of a few cameras. */
const MAX_OPEN = 64;
const OPEN_MS = 30_000;
const NAME = /^(\d{4})(\d{2})(\d{2})T(\d{2})\.pack$/;

const nameOf = (hourMs: number) => `${new Date(hourMs).toISOString().replaceAll(/[-:]/g, '').slice(0, 11)}.pack`;

function hourOf(name: string): number | undefined {
  const [, year, month, day, hour] = NAME.exec(name) ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour));
}

export function createPreviewPacks({ dataDir, maxBytes }: { dataDir: string; maxBytes: number }): PreviewPacks {
  const root = join(dataDir, 'previews');
  /** Parsed heads, least recently used first. */
  const heads = new Map<string, PackHead>();
  const files = createOpenFiles({ most: MAX_OPEN, idleMs: OPEN_MS });
  const sizes = new Map<string, PackId & { bytes: number }>();
  let loading: Promise<void> | undefined;

  const keyOf = ({ cameraId, hourMs }: PackId) => `${cameraId} ${hourMs}`;
  const pathOf = ({ cameraId, hourMs }: PackId) => join(root, cameraId, nameOf(hourMs));

  const oneAtATime = createQueues();
  const inTurn = <T>(id: PackId, work: () => Promise<T>) => oneAtATime(keyOf(id), work);
  const keep = (id: PackId, head: PackHead) => {
    heads.delete(keyOf(id));
    heads.set(keyOf(id), head);
    for (const oldest of heads.keys()) {
      if (heads.size <= MAX_HEADS) return;
      heads.delete(oldest);
    }
  };
  const measure = async (id: PackId) => {
    const { blocks } = await stat(pathOf(id));
    sizes.set(keyOf(id), { ...id, bytes: blocks * 512 });
  };
  const load = async () => {
    for (const folder of await readdir(root, { withFileTypes: true }).catch(() => [])) {
      if (!folder.isDirectory()) continue;
      for (const name of await readdir(join(root, folder.name)).catch(() => [])) {
        const hourMs = hourOf(name);
        if (hourMs !== undefined) await measure({ cameraId: folder.name, hourMs }).catch(() => undefined);
      }
    }
  };
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  const remove = async (id: PackId) => {
    heads.delete(keyOf(id));
    sizes.delete(keyOf(id));
    files.forget(pathOf(id));
    await rm(pathOf(id), { force: true });
  };

  const readHead = async (id: PackId): Promise<PackHead> => {
    const known = heads.get(keyOf(id));
    if (known) {
      keep(id, known);
      return known;
    }
    const head = (await headIn(pathOf(id))) ?? { previews: [], usedPlaces: 0 };
    keep(id, head);
    return head;
  };

  const append = async (id: PackId, previews: readonly NewPreview[]) => {
    await mkdir(join(root, id.cameraId), { recursive: true });
    keep(id, await appendTo(pathOf(id), await readHead(id), previews));
  };

  return {
    read: async (id) => (await readHead(id)).previews,
    picture: async (id, place) => {
      const jpeg = await pictureIn(files, pathOf(id), place).catch(() => undefined);
      // Perhaps the file was replaced or removed by hand.
      if (!jpeg) {
        heads.delete(keyOf(id));
        files.forget(pathOf(id));
      }
      return jpeg;
    },
    add: async (id, previews) => {
      await loaded();
      await inTurn(id, () => append(id, previews));
      await measure(id);
      for (const gone of packsOverLimit([...sizes.values()], maxBytes)) await inTurn(gone, () => remove(gone));
    },
    keepOnly: (id, isAlive) =>
      inTurn(id, async () => {
        const head = await readHead(id);
        if (head.previews.length === 0) return;
        const alive = await isAlive(head.previews.map(({ segmentId }) => segmentId));
        const dead = head.previews.filter(({ segmentId }) => !alive.has(segmentId));
        if (dead.length === 0) return;
        if (dead.length === head.previews.length) return remove(id);
        await wipeIn(pathOf(id), dead);
        keep(id, { ...head, previews: head.previews.filter(({ segmentId }) => alive.has(segmentId)) });
      }),
    remove: (id) => inTurn(id, () => remove(id)),
    list: async () => {
      await loaded();
      return [...sizes.values()].map(({ cameraId, hourMs }) => ({ cameraId, hourMs }));
    },
  };
}

/** One piece of work at a time for each key. */
function createQueues() {
  const queues = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const next = (queues.get(key) ?? Promise.resolve()).then(work, work);
    queues.set(key, next);
    void next.catch(() => undefined).finally(() => queues.get(key) === next && queues.delete(key));
    return next;
  };
}

/** Appends as many previews as there are places, and returns the new head. */
async function appendTo(path: string, before: PackHead, previews: readonly NewPreview[]): Promise<PackHead> {
  await using file = await openPack(path);
  let offset = Math.max(PACK_HEAD_BYTES, (await file.stat()).size);
  const added: PackHead['previews'] = [];
  for (const { jpeg, ...preview } of previews) {
    const place = before.usedPlaces + added.length;
    if (place >= PACK_PLACES) break;
    const packed = { ...preview, offset, length: jpeg.length };
    await file.write(jpeg, 0, jpeg.length, offset);
    const { bytes, at } = printPlace(place, packed);
    await file.write(bytes, 0, bytes.length, at);
    added.push({ ...packed, place });
    offset += jpeg.length;
  }
  return { previews: [...before.previews, ...added], usedPlaces: before.usedPlaces + added.length };
}

async function pictureIn(
  files: OpenFiles,
  path: string,
  { offset, length }: { offset: number; length: number },
): Promise<Buffer | undefined> {
  const { handle, release } = await files.acquire(path);
  try {
    const jpeg = Buffer.alloc(length);
    const { bytesRead } = await handle.read(jpeg, 0, length, offset);
    return bytesRead === length && isJpeg(jpeg) ? jpeg : undefined;
  } finally {
    release();
  }
}

async function wipeIn(path: string, dead: PackHead['previews']): Promise<void> {
  await using file = await open(path, 'r+');
  for (const { place, offset, length, ...preview } of dead) {
    // The place first: a crash must not leave a place that refers to a picture of zeros.
    const { bytes, at } = printPlace(place, { ...preview, offset, length: 0 });
    await file.write(bytes, 0, bytes.length, at);
    await file.write(Buffer.alloc(length), 0, length, offset);
  }
}

export const packOf = (cameraId: string, atMs: number): PackId => ({ cameraId, hourMs: packHourMs(atMs) });

async function headIn(path: string): Promise<PackHead | undefined> {
  try {
    await using file = await open(path, 'r');
    const head = Buffer.alloc(PACK_HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, PACK_HEAD_BYTES, 0);
    return parsePackHead(head.subarray(0, bytesRead));
  } catch {
    return undefined;
  }
}

/** A file that is not a pack is begun anew: previews can be made again. */
async function openPack(path: string): Promise<FileHandle> {
  const isPack = (await headIn(path)) !== undefined;
  const file = await open(path, isPack ? 'r+' : 'w+');
  if (!isPack) await file.write(printPackStart());
  return file;
}

/** After a power cut a place may refer to a picture that did not reach the disk. */
const isJpeg = (bytes: Buffer) =>
  bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
