import { fromLocalField, toLocalField } from '../parts/time/local-time.ts';
import type { LocalRange } from '../parts/time/range-fields.tsx';

export type ReadRange =
  | { kind: 'ok'; start: string; end: string }
  | { kind: 'invalid'; field: 'start' | 'end'; fault: 'needed' | 'reversed' | 'too-long' };

/**
 * The typed range, or its first fault. An untouched field means its initial moment, because its text has no fractions of a
 * second and is ambiguous in a repeated hour.
 */
export function readRange(typed: LocalRange, maxMs: number, initial?: { start: string; end: string }): ReadRange {
  const read = (field: 'start' | 'end') => {
    const begun = initial && new Date(initial[field]);
    return begun && toLocalField(begun) === typed[field] ? begun : fromLocalField(typed[field]);
  };
  const [start, end] = [read('start'), read('end')];
  if (!start) return { kind: 'invalid', field: 'start', fault: 'needed' };
  if (!end) return { kind: 'invalid', field: 'end', fault: 'needed' };
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs <= 0) return { kind: 'invalid', field: 'end', fault: 'reversed' };
  if (lengthMs > maxMs) return { kind: 'invalid', field: 'end', fault: 'too-long' };
  return { kind: 'ok', start: start.toISOString(), end: end.toISOString() };
}
