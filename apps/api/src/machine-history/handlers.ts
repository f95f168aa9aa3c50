import type { Routes } from '@holdfast/contract';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { createMachineHistory } from './read-history.ts';

export function machineHistoryHandlers(deps: Pick<Deps, 'db' | 'clock'>): Handlers<Routes['machineHistory']> {
  const read = createMachineHistory(deps);
  return { get: ({ query: { range } }) => read(range) };
}
