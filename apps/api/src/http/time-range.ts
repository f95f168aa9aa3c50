import { reasonCode } from '@holdfast/domain';
import { invalidField } from './problem.ts';

/** Times of a query as dates; an end before the start is an error rather than an empty result. */
export function readTimeRange({ start, end }: { start?: string | undefined; end?: string | undefined }): {
  start: Date | undefined;
  end: Date | undefined;
} {
  const range = {
    start: start === undefined ? undefined : new Date(start),
    end: end === undefined ? undefined : new Date(end),
  };
  if (range.start && range.end && range.start > range.end)
    throw invalidField('/query/end', reasonCode('end-before-start'));
  return range;
}
