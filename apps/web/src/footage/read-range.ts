import { fromLocalField, toLocalField } from '../parts/local-time.ts';
import type { LocalRange } from '../parts/range-fields.tsx';

export type ReadRange =
  | { kind: 'ok'; start: string; end: string }
  | { kind: 'unfit'; field: 'start' | 'end'; fault: 'needed' | 'reversed' | 'too-long' };

/**
 * What somebody typed as a range, or the first thing that is wrong with it. A field that was left as it was means the moment it
 * was filled with: its text does not tell the hour that comes twice apart, nor parts of a second.
 */
export function readRange(typed: LocalRange, mostMs: number, begunWith?: { start: string; end: string }): ReadRange {
  const read = (field: 'start' | 'end') => {
    const begun = begunWith && new Date(begunWith[field]);
    return begun && toLocalField(begun) === typed[field] ? begun : fromLocalField(typed[field]);
  };
  const [start, end] = [read('start'), read('end')];
  if (!start) return { kind: 'unfit', field: 'start', fault: 'needed' };
  if (!end) return { kind: 'unfit', field: 'end', fault: 'needed' };
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs <= 0) return { kind: 'unfit', field: 'end', fault: 'reversed' };
  if (lengthMs > mostMs) return { kind: 'unfit', field: 'end', fault: 'too-long' };
  return { kind: 'ok', start: start.toISOString(), end: end.toISOString() };
}
