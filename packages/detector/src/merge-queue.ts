import type { Detection } from './detector-message.ts';

export interface MergeQueue {
  /** False if the queue is full: the message is lost, and recording has to keep everything. */
  push(detection: Detection): boolean;
  /** The oldest queued events, each once. */
  take(max: number): Detection[];
  readonly waiting: number;
  /** Messages that were merged into a queued one. */
  readonly merged: number;
}

/**
 * Queues detections to be stored, one entry per event: newer values replace older ones, an end stays an end, the start
 * never changes, and fields missing in a newer message are kept. So a flood of updates uses one entry.
 */
export function createMergeQueue(maxEvents: number): MergeQueue {
  const entries = new Map<string, Detection>();
  let merged = 0;
  return {
    push(detection) {
      const known = entries.get(detection.providerEventId);
      if (known) {
        merged += 1;
        entries.set(detection.providerEventId, mergeDetections(known, detection));
        return true;
      }
      if (entries.size >= maxEvents) return false;
      entries.set(detection.providerEventId, detection);
      return true;
    },
    take(most) {
      const taken = [...entries.values()].slice(0, most);
      for (const { providerEventId } of taken) entries.delete(providerEventId);
      return taken;
    },
    get waiting() {
      return entries.size;
    },
    get merged() {
      return merged;
    },
  };
}

export function mergeDetections(older: Detection, newer: Detection): Detection {
  const hasEnded = older.lifecycle === 'end' || newer.lifecycle === 'end';
  const endTsMs = newer.endTsMs ?? older.endTsMs;
  return {
    ...newer,
    tsMs: older.tsMs,
    // A message may name another start, and an end that is before the first one.
    endTsMs: endTsMs === null ? null : Math.max(older.tsMs, endTsMs),
    lifecycle: hasEnded ? 'end' : newer.lifecycle,
    subLabel: newer.subLabel ?? older.subLabel,
    score: newer.score ?? older.score,
    topScore: highest(older.topScore, newer.topScore),
    box: newer.box ?? older.box,
    plate: newer.plate ?? older.plate,
    hasSnapshot: older.hasSnapshot || newer.hasSnapshot,
    isMoving: !hasEnded && newer.isMoving,
  };
}

const highest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);
