import { MAX_BOOKMARK_DAYS } from '@holdfast/contract';
import { reasonCode } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

const DAY_MS = 86_400_000;

/** Browser clocks are slightly off. */
const AHEAD_MS = 60_000;

/** A bookmark is in the past and protects at most a month, because disks are finite. */
export function bookmarkRange(
  { start, end }: { start: Date; end: Date },
  nowMs: number,
): { startTs: Date; endTs: Date } {
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs <= 0) throw invalidField('/end', reasonCode('end-before-start'));
  if (end.getTime() > nowMs + AHEAD_MS) throw invalidField('/end', reasonCode('in-the-future'));
  if (lengthMs > MAX_BOOKMARK_DAYS * DAY_MS)
    throw invalidField('/end', reasonCode('range-too-many-days', { limit: MAX_BOOKMARK_DAYS }));
  return { startTs: start, endTs: end };
}
