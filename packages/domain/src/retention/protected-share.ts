/** From this share on somebody should look: what is protected leaves less and less room for new footage. */
export const PROTECTED_ALERT_SHARE = 0.5;

export interface StorageSpace {
  /** Footage on the storage now. */
  footageBytes: number;
  /** Null while the recorder has not looked. */
  freeBytes: number | null;
  /** Budgets of the policies that keep footage there; null for one without. */
  budgets: readonly (number | null)[];
}

/** The most that footage may take on a storage: the budgets together where every policy has one, else what the disk has left. */
export function storageBudgetBytes({ footageBytes, freeBytes, budgets }: StorageSpace): number | null {
  const byPolicies =
    budgets.length > 0 && budgets.every((budget) => budget !== null)
      ? budgets.reduce<number>((sum, budget) => sum + (budget ?? 0), 0)
      : null;
  const byDisk = freeBytes === null ? null : footageBytes + freeBytes;
  if (byPolicies === null || byDisk === null) return byPolicies ?? byDisk;
  return Math.min(byPolicies, byDisk);
}

export const isProtectedTooMuch = (protectedBytes: number, budgetBytes: number | null): boolean =>
  budgetBytes !== null && protectedBytes > 0 && protectedBytes >= budgetBytes * PROTECTED_ALERT_SHARE;
