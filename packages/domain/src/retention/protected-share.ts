/** From this share on an operator should act: protected footage leaves less and less room for new footage. */
export const PROTECTED_ALERT_SHARE = 0.5;

export interface StorageSpace {
  /** Footage on the storage now. */
  footageBytes: number;
  /** Null until the recorder has checked. */
  freeBytes: number | null;
  /** Budgets of the policies that use the storage; null for one without. */
  budgets: readonly (number | null)[];
}

/** The maximum of footage on a storage: the sum of the budgets if every policy has one, otherwise what fits on the disk. */
export function storageBudgetBytes({ footageBytes, freeBytes, budgets }: StorageSpace): number | null {
  const byPolicies =
    budgets.length > 0 && budgets.every((budget) => budget !== null)
      ? budgets.reduce<number>((sum, budget) => sum + (budget ?? 0), 0)
      : null;
  const byDisk = freeBytes === null ? null : footageBytes + freeBytes;
  if (byPolicies === null || byDisk === null) return byPolicies ?? byDisk;
  return Math.min(byPolicies, byDisk);
}

export const exceedsProtectedShare = (protectedBytes: number, budgetBytes: number | null): boolean =>
  budgetBytes !== null && protectedBytes > 0 && protectedBytes >= budgetBytes * PROTECTED_ALERT_SHARE;
