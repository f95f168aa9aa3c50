import { backoffMs } from '@holdfast/kit';
import { type DiskFault, diskFaultDetail, diskFaultOf } from '../segments/disk-fault.ts';

/** Why writing to one storage ended. */
export type WritingEnd = { kind: 'over' } | { kind: 'disk'; err: unknown; wroteAny: boolean };

export interface WritingRetry {
  state: DiskFault;
  detail: string;
  pauseMs: number;
  /** For the next call. */
  attempt: number;
}

/** Decides what to report after a failed write, and how long to wait before the next attempt. */
export function planWritingRetry(
  { err, wroteAny }: Extract<WritingEnd, { kind: 'disk' }>,
  { attempt, minMs, maxMs }: { attempt: number; minMs: number; maxMs: number },
): WritingRetry {
  const tries = wroteAny ? 0 : attempt;
  return {
    state: diskFaultOf(err),
    detail: diskFaultDetail(err),
    pauseMs: backoffMs({ attempt: tries, minMs, maxMs }),
    attempt: tries + 1,
  };
}
