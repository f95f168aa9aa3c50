import { type Capability, holds, reasonCode } from '@holdfast/domain';
import { Problem } from './problem.ts';

export function requireCapability<C extends { capabilities: readonly Capability[] }>(caller: C, wanted: Capability): C {
  if (!holds(caller.capabilities, wanted))
    throw new Problem('forbidden', { reason: reasonCode('missing-capability', { capability: wanted }) });
  return caller;
}
