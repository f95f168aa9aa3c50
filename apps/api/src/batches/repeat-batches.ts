/** Repeats work on at most `size` rows until a batch is not full or the signal aborts; returns the number of all rows. */
export async function repeatBatches(
  { size, signal }: { size: number; signal: AbortSignal },
  work: (size: number) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let rows = size; rows === size && !signal.aborted; total += rows) rows = await work(size);
  return total;
}
