import { readSegmentFacts, type SegmentReading } from './segment-facts.ts';

/** What it would take to make an unfinished file whole. Nothing is changed here: the caller decides. */
export type TailRepair =
  | { kind: 'whole' }
  | { kind: 'truncate'; lengthBytes: number; lostBytes: number }
  | { kind: 'hopeless'; reading: Exclude<SegmentReading, { kind: 'segment' }> };

export async function repairTail(path: string): Promise<TailRepair> {
  const reading = await readSegmentFacts(path);
  if (reading.kind !== 'segment') return { kind: 'hopeless', reading };
  const { completeBytes, sizeBytes, tailBytes } = reading.facts;
  if (tailBytes === 0) return { kind: 'whole' };
  return { kind: 'truncate', lengthBytes: completeBytes, lostBytes: sizeBytes - completeBytes };
}
