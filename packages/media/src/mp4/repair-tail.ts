import { readSegmentFacts, type SegmentReading } from './segment-facts.ts';

/** How to make an unfinished file complete. The file is not changed here. */
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
