import { isFaultOfData } from './faults.ts';

/**
 * Stores rows together. If some of them cause a failure, they are left out and returned, and all others are stored, in
 * their order: rows that can never be stored must not keep those after them waiting. Throws if anything else fails.
 */
export async function storeWithoutFaulty<T>(
  rows: readonly T[],
  store: (rows: readonly T[]) => Promise<unknown>,
): Promise<{ row: T; err: unknown }[]> {
  if (rows.length === 0) return [];
  try {
    await store(rows);
    return [];
  } catch (err) {
    if (!isFaultOfData(err)) throw err;
    if (rows.length === 1) return rows.map((row) => ({ row, err }));
    const half = Math.ceil(rows.length / 2);
    return [
      ...(await storeWithoutFaulty(rows.slice(0, half), store)),
      ...(await storeWithoutFaulty(rows.slice(half), store)),
    ];
  }
}
