import { reasonBody } from '@holdfast/contract';
import type { SystemEventRow } from '@holdfast/db';
import { eventWithoutCause, reasonText } from '@holdfast/domain';

/** The wording of a system event: a sentence for programs, and the values and the code from which the console builds its own. */
export const presentEventWords = ({ detail, data }: Pick<SystemEventRow, 'detail' | 'data'>) => {
  const cause = typeof data.reason === 'string' ? data.reason : null;
  return {
    detail,
    data: cause === null ? data : { ...data, reason: reasonText(cause) },
    reason: reasonBody(cause),
  };
};

/** The same for a reader of the event: the cause may name hosts, addresses and folders, so only administrators get it. */
export const presentEventFor = (event: SystemEventRow, isAdmin: boolean) =>
  isAdmin ? presentEventWords(event) : { ...eventWithoutCause(event), reason: null };
