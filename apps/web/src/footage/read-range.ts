import { fromLocalField } from '../parts/local-time.ts';
import type { LocalRange } from '../parts/range-fields.tsx';

export type ReadRange =
  | { kind: 'ok'; start: string; end: string }
  | { kind: 'unfit'; field: 'start' | 'end'; fault: 'needed' | 'reversed' | 'too-long' };

/** What somebody typed as a range, or the first thing that is wrong with it. */
export function readRange(typed: LocalRange, mostMs: number): ReadRange {
  const [start, end] = [fromLocalField(typed.start), fromLocalField(typed.end)];
  if (!start) return { kind: 'unfit', field: 'start', fault: 'needed' };
  if (!end) return { kind: 'unfit', field: 'end', fault: 'needed' };
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs <= 0) return { kind: 'unfit', field: 'end', fault: 'reversed' };
  if (lengthMs > mostMs) return { kind: 'unfit', field: 'end', fault: 'too-long' };
  return { kind: 'ok', start: start.toISOString(), end: end.toISOString() };
}
