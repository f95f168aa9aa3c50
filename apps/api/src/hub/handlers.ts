import type { Routes } from '@holdfast/contract';
import type { Handlers } from '../http/mount.ts';
import { configHandlers } from './config-handlers.ts';
import type { HubDeps } from './hub-handlers.ts';
import { linkHandlers } from './link-handlers.ts';
import { historyHandlers, stateHandlers } from './state-handlers.ts';

export const hubHandlers = (deps: HubDeps): Handlers<Routes['hub']> => ({
  ...configHandlers(deps),
  ...stateHandlers(deps),
  ...historyHandlers(deps),
  ...linkHandlers(deps),
});
