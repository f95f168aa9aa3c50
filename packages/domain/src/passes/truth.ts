import { plateDistance } from '../plate/distance.ts';
import type { Plate } from '../plate/plate.ts';

/** A plate an operator confirmed for the pass that began in this second. */
export type PassTruth = { cameraId: string; bucketTsMs: number; plate: Plate };

export const bucketTsMs = (tsMs: number): number => Math.floor(tsMs / 1000) * 1000;
export const isBucketTs = (tsMs: number): boolean => Number.isInteger(tsMs / 1000);

type PassKey = { cameraId: string; bucketTsMs: number };
type ReadPass = PassKey & { native: { plate: Plate } | undefined; external: { plate: Plate } | undefined };

const keyOf = ({ cameraId, bucketTsMs }: PassKey) => `${bucketTsMs} ${cameraId}`;

function distanceTo(truth: Plate, { native, external }: ReadPass): number {
  const plates = [native, external].filter((read) => read !== undefined);
  return Math.min(...plates.map(({ plate }) => plateDistance(plate, truth)));
}

/**
 * Assigns each pass its truth. Two vehicles can start in the same second and then share a key; the truth belongs to the nearer
 * one (the first on a tie), since counting it for both would make one of them wrong.
 */
export function attachTruths<P extends ReadPass>({
  passes,
  truths,
}: {
  passes: readonly P[];
  truths: readonly PassTruth[];
}): { passes: (P & { truth: Plate | undefined })[]; orphaned: PassTruth[] } {
  const passesByKey = Map.groupBy(passes, keyOf);
  const truthOf = new Map<P, Plate>();
  const orphaned: PassTruth[] = [];
  for (const truth of truths) {
    const sharing = passesByKey.get(keyOf(truth)) ?? [];
    // Array.prototype.sort is stable, which resolves a tie to the first.
    const [nearest] = sharing.toSorted((a, b) => distanceTo(truth.plate, a) - distanceTo(truth.plate, b));
    if (nearest === undefined) orphaned.push(truth);
    else truthOf.set(nearest, truth.plate);
  }
  return { passes: passes.map((pass) => ({ ...pass, truth: truthOf.get(pass) })), orphaned };
}
