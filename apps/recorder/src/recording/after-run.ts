import { backoffMs } from '@holdfast/kit';
import { type DiskFault, diskFaultDetail, diskFaultOf } from '../segments/disk-fault.ts';

/** Why writing to one storage ended. */
export type RunEnd = { kind: 'over' } | { kind: 'disk'; err: unknown; wroteAny: boolean };

export interface AfterRun {
  state: DiskFault;
  detail: string;
  pauseMs: number;
  /** For the next call. */
  attempt: number;
}

/** Decides what to report after a failed write, and how long to wait before the next attempt. */
export function afterRun(
  { err, wroteAny }: Extract<RunEnd, { kind: 'disk' }>,
  { attempt, minMs, maxMs }: { attempt: number; minMs: number; maxMs: number },
): AfterRun {
  const tries = wroteAny ? 0 : attempt;
  return {
    state: diskFaultOf(err),
    detail: diskFaultDetail(err),
    pauseMs: backoffMs({ attempt: tries, minMs, maxMs }),
    attempt: tries + 1,
  };
}
