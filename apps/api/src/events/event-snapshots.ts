import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, isBookmarked, listLivingEvents, type SnapshotSource } from '@holdfast/db';
import { reasonText } from '@holdfast/domain';
import { type Clock, createPermits, type Logger, singleFlight } from '@holdfast/kit';
import { createKeptFiles, type KeptFiles } from '../kept-files/kept-files.ts';
import type { FetchSnapshot } from '../plates/fetch-snapshot.ts';
import { parseSnapshotName, printSnapshotName, type SnapshotName } from './snapshot-name.ts';

export interface EventSnapshots {
  /** The kept copy, or the detector's picture, which is then kept; undefined if the detector does not send one. */
  of(source: SnapshotSource): Promise<Buffer | undefined>;
  /** Removes copies of events that no longer exist: all of them, or those of a camera in a range. */
  removeOrphans(range?: { cameraId: string; startMs: number; endMs: number }): Promise<number>;
}

interface SnapshotDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  dataDir: string;
  fetchSnapshot: FetchSnapshot;
  maxBytes?: number;
}

const MAX_BYTES = 1024 ** 3;
const AT_ONCE = 4;
const MAX_WAITING = 64;
/** A detector that does not answer is not asked again for a while, or each picture of a list would wait for the time limit. */
const PAUSE_MS = 15_000;
const DRAFT = 'snapshot.jpg';

/** Copies of the detector's pictures of events. A copy lives as long as its event; the least recently used make room. */
export function createEventSnapshots({
  db,
  clock,
  log,
  dataDir,
  fetchSnapshot,
  maxBytes = MAX_BYTES,
}: SnapshotDeps): EventSnapshots {
  const files = createKeptFiles<SnapshotName>({
    root: join(dataDir, 'snapshots'),
    clock,
    maxBytes,
    print: printSnapshotName,
    parse: parseSnapshotName,
    isProtected: (name) => isBookmarked(db, name),
  });
  const once = singleFlight<Buffer | undefined>();
  const permits = createPermits(AT_ONCE);
  const pausedUntilMs = new Map<string, number>();

  const fetched = async (url: string): Promise<Buffer | undefined> => {
    const host = URL.parse(url)?.host ?? '';
    if (permits.waiting() >= MAX_WAITING || (pausedUntilMs.get(host) ?? 0) > clock.now()) return undefined;
    const release = await permits.acquire();
    try {
      // The request before this one may have failed.
      if ((pausedUntilMs.get(host) ?? 0) > clock.now()) return undefined;
      const snapshot = await fetchSnapshot(url);
      if (snapshot.kind === 'ok') return snapshot.jpeg;
      if (!snapshot.hasAnswered) pausedUntilMs.set(host, clock.now() + PAUSE_MS);
      log.debug({ reason: reasonText(snapshot.reason) }, 'no picture of an event from the detector');
      return undefined;
    } finally {
      release();
    }
  };

  const keep = async (name: SnapshotName, jpeg: Buffer) => {
    await files.add(name, DRAFT, (folder) => writeFile(join(folder, DRAFT), jpeg));
    for (const other of await files.within(name))
      if (other.eventId === name.eventId && other.endMs !== name.endMs) await files.remove(other);
  };

  return {
    of: async (source) => {
      const { snapshotUrl, eventId } = source;
      if (snapshotUrl === null) return undefined;
      const name = nameOf(source);
      const kept = name && (await readKept(files, name));
      if (kept) return kept;
      return once(`${eventId} ${name?.endMs}`, async () => {
        const jpeg = await fetched(snapshotUrl);
        // A full disk costs only the copy.
        if (jpeg && name)
          await keep(name, jpeg).catch((err: unknown) => log.warn({ err }, 'cannot keep a picture of an event'));
        return jpeg;
      });
    },
    removeOrphans: async (range) => {
      const names = await (range ? files.within(range) : files.list());
      const living = await listLivingEvents(
        db,
        names.map(({ eventId }) => eventId),
      );
      const orphans = names.filter(({ eventId }) => !living.has(eventId));
      for (const name of orphans) await files.remove(name);
      return orphans.length;
    },
  };
}

async function readKept(files: KeptFiles<SnapshotName>, name: SnapshotName): Promise<Buffer | undefined> {
  const opened = await files.open(name);
  if (!opened) return undefined;
  const { source, close } = opened;
  try {
    return Buffer.from(await source.read(0, source.sizeBytes));
  } catch {
    // The disk failed: perhaps the detector still has the picture.
    return undefined;
  } finally {
    await close();
  }
}

/** Undefined while the event is open: its picture may still become a better one, so no copy of it is kept. */
const nameOf = ({ cameraId, eventId, ts, endTs }: SnapshotSource): SnapshotName | undefined =>
  endTs === null
    ? undefined
    : // Never empty, so that it overlaps the range that contains it.
      { cameraId, eventId, startMs: ts.getTime(), endMs: Math.max(ts.getTime() + 1, endTs.getTime()) };
