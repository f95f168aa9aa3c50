export type PolicyOrigin = 'operator' | 'deviation';

/** A deviation lives only as long as a camera uses it; policies that an operator named are kept. */
export const fateOfEmptied = (policy: { origin: PolicyOrigin; isDefault: boolean }): 'keep' | 'delete' =>
  policy.origin === 'deviation' && !policy.isDefault ? 'delete' : 'keep';

/** Renaming a deviation makes it an operator policy. */
export const originAfterRename = (policy: { name: string; origin: PolicyOrigin }, newName: string): PolicyOrigin =>
  policy.name === newName ? policy.origin : 'operator';
