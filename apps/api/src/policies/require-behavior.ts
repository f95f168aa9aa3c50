import { type Conn, findStorage } from '@holdfast/db';
import { type Behavior, behaviorFaults, reasonCode } from '@holdfast/domain';
import { fieldError, invalidField, Problem } from '../http/problem.ts';
import { wirePointer } from './wire.ts';

/** Refuses inconsistent values and unknown storages. */
export async function requireBehavior(conn: Conn, behavior: Behavior): Promise<void> {
  const errors = behaviorFaults(behavior).map(({ column, reason }) => fieldError(wirePointer(column), reason));
  if (errors.length > 0) throw new Problem('invalid', { errors });
  for (const column of ['liveStorageId', 'archiveStorageId'] as const) {
    const id = behavior[column];
    if (id !== null && !(await findStorage(conn, id)))
      throw invalidField(wirePointer(column), reasonCode('not-a-storage'));
  }
}
