import { foldedDistanceWithin } from '../plate/distance.ts';
import { type FoldedPlate, foldLookAlikes } from '../plate/look-alikes.ts';
import { allowedEdits } from '../plate/match.ts';
import type { Plate } from '../plate/plate.ts';
import { certainlyBeyond, type PlateSignature, signatureOf } from '../plate/signature.ts';

/** A plate prepared for many comparisons. */
export type ComparablePlate = { folded: FoldedPlate; signature: PlateSignature };

export function comparable(plate: Plate): ComparablePlate {
  const folded = foldLookAlikes(plate);
  return { folded, signature: signatureOf(folded) };
}

/** Neither of two reads is the target, so the longer one sets the scale. */
export function platesAgree(a: ComparablePlate, b: ComparablePlate, fuzz: number): boolean {
  const limit = allowedEdits({ fuzz, length: Math.max(a.folded.length, b.folded.length) });
  if (certainlyBeyond(a.signature, b.signature, limit)) return false;
  return foldedDistanceWithin(a.folded, b.folded, limit) !== undefined;
}
