import { MOST_BOOKMARK_DAYS } from '@holdfast/contract';
import { reasonCode } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

const DAY_MS = 86_400_000;

/** A bookmark may lie in the past or the future, but protects no more than a month: disks are finite. */
export function bookmarkRange({ start, end }: { start: Date; end: Date }): { startTs: Date; endTs: Date } {
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs <= 0) throw invalidField('/end', reasonCode('end-before-start'));
  if (lengthMs > MOST_BOOKMARK_DAYS * DAY_MS)
    throw invalidField('/end', reasonCode('range-too-many-days', { limit: MOST_BOOKMARK_DAYS }));
  return { startTs: start, endTs: end };
}
