interface Waiting<In, Out> {
  item: In;
  resolve(result: Out): void;
  reject(reason: unknown): void;
}

interface BatchWork<In, Out> {
  most: number;
  /** Two items of one key never share a batch; the later one waits for the next. */
  keyOf?(item: In): string;
  /** One result for each item, in their order. */
  work(items: readonly In[]): Promise<readonly PromiseSettledResult<Out>[]>;
}

/**
 * What comes while a batch is under way is gathered for the next one. An item that comes alone is not held back, and
 * many at once cost little more than one. No work that an item waits for began before the item came.
 */
export function inBatches<In, Out>({ most, keyOf, work }: BatchWork<In, Out>): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let isWorking = false;

  const takeBatch = (): Waiting<In, Out>[] => {
    const batch: Waiting<In, Out>[] = [];
    const left: Waiting<In, Out>[] = [];
    const keys = new Set<string>();
    for (const each of waiting) {
      const key = keyOf?.(each.item);
      const fits = batch.length < most && (key === undefined || !keys.has(key));
      (fits ? batch : left).push(each);
      if (key !== undefined) keys.add(key);
    }
    waiting = left;
    return batch;
  };

  const start = async (): Promise<void> => {
    isWorking = true;
    while (waiting.length > 0) {
      const batch = takeBatch();
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
    }
    isWorking = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Those that come in the same turn of the event loop go together.
      if (!isWorking) {
        isWorking = true;
        setImmediate(() => void start());
      }
    });
}
