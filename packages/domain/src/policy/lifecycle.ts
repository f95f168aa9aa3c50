export type PolicyOrigin = 'operator' | 'deviation';

/** A deviation lives only as long as a camera deviates; what an operator named is kept. */
export const fateOfEmptied = (policy: { origin: PolicyOrigin; isDefault: boolean }): 'keep' | 'delete' =>
  policy.origin === 'deviation' && !policy.isDefault ? 'delete' : 'keep';

/** Naming a policy is adopting it. */
export const originAfterRename = (policy: { name: string; origin: PolicyOrigin }, newName: string): PolicyOrigin =>
  policy.name === newName ? policy.origin : 'operator';
