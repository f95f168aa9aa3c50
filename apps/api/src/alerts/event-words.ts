import { reasonBody } from '@holdfast/contract';
import type { SystemEventRow } from '@holdfast/db';
import { reasonText } from '@holdfast/domain';

/** The wording of a system event: a sentence for programs, and the values and the code from which the console builds its own. */
export const presentEventWords = ({ detail, data }: Pick<SystemEventRow, 'detail' | 'data'>) => {
  const cause = typeof data.reason === 'string' ? data.reason : null;
  return {
    detail,
    data: cause === null ? data : { ...data, reason: reasonText(cause) },
    reason: reasonBody(cause),
  };
};
