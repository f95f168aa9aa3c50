import { MOST_BOOKMARK_DAYS } from '@holdfast/contract';
import { invalidField } from '../http/problem.ts';

const DAY_MS = 86_400_000;

/** A bookmark may lie in the past or the future, but protects no more than a month: disks are finite. */
export function bookmarkRange({ start, end }: { start: Date; end: Date }): { startTs: Date; endTs: Date } {
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs <= 0) throw invalidField('/end', 'must be later than start');
  if (lengthMs > MOST_BOOKMARK_DAYS * DAY_MS)
    throw invalidField('/end', `must be at most ${MOST_BOOKMARK_DAYS} days after start`);
  return { startTs: start, endTs: end };
}
