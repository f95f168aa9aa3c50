import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, type FootageOwner, indexedPathsIn, listFootageOwners } from '@holdfast/db';
import type { Clock, Logger } from '@holdfast/kit';
import { entriesOf } from '../storage/entries-of.ts';
import { markStorage } from '../storage/mark-storage.ts';
import { quarantine } from '../storage/quarantine.ts';
import type { WatchedStorage } from '../storage/storage-registry.ts';
import { adoptFile } from './adopt-file.ts';
import { type FootageFolder, listFootageFolders } from './footage-folders.ts';
import { readFootageName } from './footage-path.ts';

const RECENT_MS = 48 * 3_600_000;
/** Time between publishing a file and inserting its row. */
const SETTLED_MS = 60_000;

export interface AdoptCounts {
  adopted: number;
  duplicates: number;
  siblings: number;
  finishedMoves: number;
  quarantined: number;
  unreadable: number;
  ofUnknownCameras: number;
  /** The limit was reached; there may be more to adopt. */
  more: boolean;
}

export interface OrphanFinder {
  run(
    storage: WatchedStorage,
    options: { storages: readonly WatchedStorage[]; atBoot: boolean; signal?: AbortSignal },
  ): Promise<AdoptCounts>;
}

/** Scans the newest folders every time and the others in turn, with a bounded number of files each time. */
export function createOrphanFinder({
  db,
  clock,
  log,
  namesPerRound = 200_000,
  adoptionsPerRound = 2_000,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  namesPerRound?: number;
  adoptionsPerRound?: number;
}): OrphanFinder {
  const cursors = new Map<string, string>();

  const searchFolder = async (
    { storage, storages, folder, owners, atBoot }: Search,
    counts: AdoptCounts,
  ): Promise<number> => {
    const entries = await entriesOf(join(storage.root, folder.path));
    const indexed = await indexedPathsIn(db, { storageId: storage.id, folder: folder.path });
    for (const entry of entries) {
      const path = `${folder.path}/${entry.name}`;
      if (indexed.has(path) || !entry.isFile()) continue;
      const name = readFootageName(entry.name, folder.day);
      if (name.kind === 'sibling') {
        counts.siblings += 1;
        continue;
      }
      const facts = await lstat(join(storage.root, path)).catch(() => undefined);
      if (!facts) continue;
      const isSettled = facts.ctimeMs < clock.now() - SETTLED_MS;
      const owner = owners.get(folder.cameraId);
      if (!owner) {
        counts.ofUnknownCameras += 1;
        continue;
      }
      if (name.kind === 'segment' && (isSettled || atBoot)) {
        if (counts.adopted >= adoptionsPerRound) {
          counts.more = true;
          return entries.length;
        }
        const outcome = await adoptFile({ db, storages }, { storage, folder, owner, path, startMs: name.startMs });
        if (outcome === 'adopted') await mark(storage, path);
        if (outcome !== 'broken') {
          counts[countOf[outcome]] += 1;
          continue;
        }
      }
      if (isSettled) counts[await quarantineFile(storage, path)] += 1;
    }
    return entries.length;
  };

  const quarantineFile = async (storage: WatchedStorage, path: string): Promise<'quarantined' | 'unreadable'> => {
    try {
      await quarantine({ root: storage.root, path, nowMs: clock.now() });
      log.warn({ storage_id: storage.id, path }, 'quarantined a file that is not footage');
      return 'quarantined';
    } catch (err) {
      log.warn({ err, storage_id: storage.id, path }, 'could not quarantine a file');
      return 'unreadable';
    }
  };

  const mark = async ({ id, root, status }: WatchedStorage, committedPath: string) => {
    if (!status?.marker) await markStorage({ db, clock, storage: { id, root }, committedPath });
  };

  return {
    run: async (storage, { storages, atBoot, signal }) => {
      const counts: AdoptCounts = {
        adopted: 0,
        duplicates: 0,
        siblings: 0,
        finishedMoves: 0,
        quarantined: 0,
        unreadable: 0,
        ofUnknownCameras: 0,
        more: false,
      };
      const owners = new Map((await listFootageOwners(db)).map((owner) => [owner.id, owner]));
      const folders = await listFootageFolders(storage.root);
      let names = 0;
      for (const { folder, isOld } of inTurn(folders, { cursor: cursors.get(storage.id), nowMs: clock.now() })) {
        if (signal?.aborted || counts.more || (isOld && names >= namesPerRound)) break;
        names += await searchFolder({ storage, storages, folder, owners, atBoot }, counts);
        if (isOld) cursors.set(storage.id, folder.path);
      }
      return counts;
    },
  };
}

interface Search {
  storage: WatchedStorage;
  storages: readonly WatchedStorage[];
  folder: FootageFolder;
  owners: ReadonlyMap<string, FootageOwner>;
  atBoot: boolean;
}

const countOf = {
  adopted: 'adopted',
  duplicate: 'duplicates',
  'finished-move': 'finishedMoves',
  unreadable: 'unreadable',
} as const;

/** Recent days first, then the others, continuing where the last round stopped. */
function inTurn(
  folders: readonly FootageFolder[],
  { cursor, nowMs }: { cursor: string | undefined; nowMs: number },
): { folder: FootageFolder; isOld: boolean }[] {
  const oldestRecent = new Date(nowMs - RECENT_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const recent = folders.filter(({ day }) => day >= oldestRecent);
  const old = folders.filter(({ day }) => day < oldestRecent);
  const next = old.findIndex(({ path }) => path === cursor) + 1;
  return [
    ...recent.map((folder) => ({ folder, isOld: false })),
    ...[...old.slice(next), ...old.slice(0, next)].map((folder) => ({ folder, isOld: true })),
  ];
}
