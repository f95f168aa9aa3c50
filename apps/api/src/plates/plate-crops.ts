import { type CropSource, type Database, findCrop, keepCut } from '@holdfast/db';
import { checkCropJpeg, type Reason, readNormalizedBox, reasonCode, reasonText, withMargin } from '@holdfast/domain';
import { createPermits, type Logger, singleFlight } from '@holdfast/kit';
import type { PictureCutter } from '@holdfast/media';
import type { FetchSnapshot } from './fetch-snapshot.ts';

export type Crop = { kind: 'ok'; jpeg: Buffer } | { kind: 'none' } | { kind: 'failed'; reason: Reason };

export interface PlateCrops {
  /** The stored picture of a read, or one that is cut from a picture of its source and then stored. */
  of(source: CropSource): Promise<Crop>;
  ofRead(plateReadId: string): Promise<Crop>;
  /** Cuts and stores it in advance, because detectors delete pictures. Never fails, and skips it when many are waiting. */
  prepare(plateReadId: string): void;
}

// Margin around the plate: boxes are tight, and a bit of the car shows where the plate is.
const MARGIN = 0.25;
const AT_ONCE = 2;
const MAX_WAITING = 100;

/** One fetch and one cut for concurrent callers. */
export function createPlateCrops({
  db,
  log,
  fetchSnapshot,
  cutPicture,
}: {
  db: Database;
  log: Logger;
  fetchSnapshot: FetchSnapshot;
  cutPicture: PictureCutter;
}): PlateCrops {
  const once = singleFlight<Crop>();
  const permits = createPermits(AT_ONCE);

  const cut = async ({ id, bbox, snapshotUrl }: CropSource): Promise<Crop> => {
    const box = readNormalizedBox(bbox);
    if (!box || bbox === null || snapshotUrl === null) return { kind: 'none' };
    const release = await permits.acquire();
    try {
      const snapshot = await fetchSnapshot(snapshotUrl);
      if (snapshot.kind === 'failed') return snapshot;
      const made = await cutPicture({ jpeg: snapshot.jpeg, box: withMargin(box, MARGIN) });
      if (made.kind !== 'ok') return { kind: 'failed', reason: made.reason };
      if (checkCropJpeg(made.jpeg).kind !== 'jpeg')
        return { kind: 'failed', reason: reasonCode('cut-picture-too-large') };
      await keepCut(db, { id, bbox, jpeg: made.jpeg });
      return { kind: 'ok', jpeg: made.jpeg };
    } finally {
      release();
    }
  };

  const of: PlateCrops['of'] = async (source) => {
    if (source.jpeg) return { kind: 'ok', jpeg: source.jpeg };
    return once(JSON.stringify([source.id, source.bbox, source.snapshotUrl]), () => cut(source));
  };

  const ofRead = async (plateReadId: string): Promise<Crop> => {
    const source = await findCrop(db, plateReadId);
    return source ? of(source) : { kind: 'none' };
  };

  return {
    of,
    ofRead,
    prepare: (plateReadId) => {
      if (permits.waiting() >= MAX_WAITING) return;
      ofRead(plateReadId)
        .then((crop) => {
          if (crop.kind === 'failed')
            log.debug({ plate_read_id: plateReadId, reason: reasonText(crop.reason) }, 'no picture of a plate yet');
        })
        .catch((err: unknown) =>
          log.warn({ err, plate_read_id: plateReadId }, 'cannot prepare the picture of a plate'),
        );
    },
  };
}
