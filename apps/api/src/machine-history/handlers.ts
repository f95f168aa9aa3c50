import type { Routes } from '@holdfast/contract';
import type { Database } from '@holdfast/db';
import type { Clock } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import { createMachineHistory } from './read-history.ts';

export function machineHistoryHandlers(deps: { db: Database; clock: Clock }): Handlers<Routes['machineHistory']> {
  const read = createMachineHistory(deps);
  return { get: ({ query: { range } }) => read(range) };
}
