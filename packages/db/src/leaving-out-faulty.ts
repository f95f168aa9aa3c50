import { isFaultOfData } from './faults.ts';

/**
 * Stores rows together. If some of them are what makes it fail, they are left out and returned, and all others are stored, in
 * their order: rows that can never be stored must not keep those after them waiting. Throws if anything else fails.
 */
export async function leavingOutFaulty<T>(
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
      ...(await leavingOutFaulty(rows.slice(0, half), store)),
      ...(await leavingOutFaulty(rows.slice(half), store)),
    ];
  }
}
