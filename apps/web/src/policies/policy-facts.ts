import type { WireBehavior } from '@holdfast/contract';
import { type Behavior, behaviorColumnNames, type PolicyFacts, snakeCase } from '@holdfast/domain';
import type { Policy } from '../api/queries.ts';

/** The behaviour of a policy in API format. */
export const behaviorOnWire = (policy: WireBehavior): WireBehavior =>
  Object.fromEntries(
    behaviorColumnNames.map((column) => [snakeCase(column), policy[snakeCase(column)]]),
  ) as WireBehavior;

/** The behaviour in domain format. */
export const behaviorFromWire = (wire: WireBehavior): Behavior =>
  Object.fromEntries(behaviorColumnNames.map((column) => [column, wire[snakeCase(column)]])) as Behavior;

export const policyFacts = (policy: Policy): PolicyFacts => ({
  id: policy.id,
  name: policy.name,
  isDefault: policy.is_default,
  origin: policy.origin,
  members: policy.members.length,
  behavior: behaviorFromWire(policy),
});
