import { type Capability, holds } from '@holdfast/domain';
import { Problem } from './problem.ts';

export function requireCapability<C extends { capabilities: readonly Capability[] }>(caller: C, wanted: Capability): C {
  if (!holds(caller.capabilities, wanted))
    throw new Problem('forbidden', { detail: `Your role does not have the capability ${wanted}.` });
  return caller;
}
