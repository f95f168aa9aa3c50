import type { Routes, StaticOf } from '@holdfast/contract';
import { type Database, listCamerasOfPlate, listSimilarPlates, readMatching, type WatchlistRow } from '@holdfast/db';
import type { Plate, WatchlistIndex } from '@holdfast/domain';
import type { Watchlists } from './watchlists.ts';

const MAX_READS = 100_000;
const SIMILAR_PLATES = 20;
const SIMILAR_READS = 1_000;

/** Everything known about a plate, from the cameras that the user may see. */
export async function dossierOf(
  { db, watchlists }: { db: Database; watchlists: Watchlists },
  { plate, userId }: { plate: Plate; userId: string },
): Promise<StaticOf<Routes['plates']['dossier']['reply']>> {
  const [cameras, similar, matching] = await Promise.all([
    listCamerasOfPlate(db, { userId, plate, maxReads: MAX_READS }),
    listSimilarPlates(db, { userId, plate, limit: SIMILAR_PLATES, countUpTo: SIMILAR_READS }),
    readMatching(db),
  ]);
  const lists = await watchlists.at(db, matching.revision);
  const listedOn = (list: WatchlistIndex<WatchlistRow>) => {
    const { hit } = list.bestHit({ read: plate, fuzz: matching.fuzz });
    if (!hit) return null;
    const { id, plate: listed, label, color } = hit.entry;
    return { id, plate: listed, label, color, distance: hit.distance };
  };
  const reads = cameras.reduce((sum, camera) => sum + camera.reads, 0);
  const first = Math.min(...cameras.map(({ firstSeen }) => firstSeen.getTime()));
  const last = Math.max(...cameras.map(({ lastSeen }) => lastSeen.getTime()));
  return {
    plate,
    reads: Math.min(reads, MAX_READS),
    truncated: reads > MAX_READS,
    first_seen: cameras.length === 0 ? null : new Date(first).toISOString(),
    last_seen: cameras.length === 0 ? null : new Date(last).toISOString(),
    cameras: cameras.map((camera) => ({
      camera_id: camera.cameraId,
      reads: camera.reads,
      last_seen: camera.lastSeen.toISOString(),
    })),
    similar: similar.map((one) => ({
      plate: one.plate,
      distance: one.distance,
      reads: one.reads,
      last_seen: one.lastSeen.toISOString(),
    })),
    watch: listedOn(lists.watch),
    ignored_by: listedOn(lists.ignore),
  };
}
