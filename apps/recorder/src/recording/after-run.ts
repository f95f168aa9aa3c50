import { backoffMs } from '@holdfast/kit';
import { type DiskFault, diskFaultDetail, diskFaultOf } from '../segments/disk-fault.ts';

/** How the writing into one place ended. */
export type RunEnd = { kind: 'over' } | { kind: 'disk'; err: unknown; wroteAny: boolean };

export interface AfterRun {
  state: DiskFault;
  detail: string;
  pauseMs: number;
  /** For the next time. */
  attempt: number;
}

/** What to report when a disk did not take a fragment, and how long to wait before it is asked again. */
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
