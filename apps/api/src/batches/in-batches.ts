interface Waiting<In, Out> {
  item: In;
  resolve(result: Out): void;
  reject(reason: unknown): void;
}

interface BatchWork<In, Out> {
  most: number;
  /** Concurrent batches; one by default. */
  atOnce?: number;
  /** Only one item per key is ever in progress; the next waits until it is done. */
  keyOf?(item: In): string;
  /** One result for each item, in the same order. */
  work(items: readonly In[]): Promise<readonly PromiseSettledResult<Out>[]>;
}

/**
 * Items that arrive while batches are running are collected for the next one. A single item is not delayed, and many at once
 * cost little more than one. The work for an item never starts before the item arrived.
 */
export function inBatches<In, Out>({ most, atOnce = 1, keyOf, work }: BatchWork<In, Out>): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let underWay = 0;
  let isWoken = false;
  const busyKeys = new Set<string>();

  const takeBatch = (): Waiting<In, Out>[] => {
    const batch: Waiting<In, Out>[] = [];
    const left: Waiting<In, Out>[] = [];
    const keys = new Set(busyKeys);
    for (const each of waiting) {
      const key = keyOf?.(each.item);
      const fits = batch.length < most && (key === undefined || !keys.has(key));
      (fits ? batch : left).push(each);
      if (key !== undefined) keys.add(key);
    }
    waiting = left;
    return batch;
  };

  const settle = async (batch: readonly Waiting<In, Out>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result?.status === 'fulfilled') resolve(result.value);
        else reject(result?.reason ?? new Error('a batch gave no result for one of its items'));
      }
    } catch (err) {
      for (const { reject } of batch) reject(err);
    }
  };

  const start = (): void => {
    isWoken = false;
    while (underWay < atOnce) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      const keys = keyOf ? batch.map(({ item }) => keyOf(item)) : [];
      for (const key of keys) busyKeys.add(key);
      underWay += 1;
      void settle(batch).then(() => {
        for (const key of keys) busyKeys.delete(key);
        underWay -= 1;
        start();
      });
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Items of the same turn of the event loop share a batch.
      if (isWoken || underWay >= atOnce) return;
      isWoken = true;
      setImmediate(start);
    });
}
