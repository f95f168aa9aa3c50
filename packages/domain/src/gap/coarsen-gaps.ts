import type { LedgerEntry } from './explain-window.ts';

/**
 * Merges parts of a gap that are too short to draw into their neighbour in the same gap, so that a ledger has at most a few
 * entries per pixel. Footage is never changed: a short run stays visible, and a gap stays a gap.
 */
export function coarsenGaps(entries: readonly LedgerEntry[], resolutionMs: number): LedgerEntry[] {
  const coarse: LedgerEntry[] = [];
  for (const entry of entries) {
    const last = coarse.at(-1);
    if (last?.kind !== 'gap' || entry.kind !== 'gap') {
      coarse.push({ ...entry });
    } else if (entry.endMs - entry.startMs < resolutionMs || last.reason === entry.reason) {
      last.endMs = entry.endMs;
    } else if (last.endMs - last.startMs < resolutionMs) {
      coarse[coarse.length - 1] = { ...entry, startMs: last.startMs };
    } else {
      coarse.push({ ...entry });
    }
  }
  return coarse;
}
