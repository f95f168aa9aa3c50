export interface ChangeGatherer {
  add(ref: string): void;
  /** More changed than can be listed. */
  addTooMany(): void;
  /** Nothing is collected and nothing is being delivered. */
  readonly isIdle: boolean;
  close(): void;
}

/** Collects changes for a moment, so that they are delivered together, and longer after a burst of too many. */
export function createChangeGatherer({
  limits: { gatherMs, calmMs, maxConcurrent },
  deliver,
}: {
  limits: { gatherMs: number; calmMs: number; maxConcurrent: number };
  /** Does not throw. */
  deliver: (refs: readonly string[] | 'too-many') => Promise<void>;
}): ChangeGatherer {
  let gathered = new Set<string>();
  let isOverLimit = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const schedule = (afterMs: number) => {
    if (timer || isClosed) return;
    timer = setTimeout(async () => {
      const wasOverLimit = isOverLimit;
      const refs = [...gathered];
      gathered = new Set();
      isOverLimit = false;
      await deliver(wasOverLimit ? 'too-many' : refs);
      timer = undefined;
      if (gathered.size > 0 || isOverLimit) schedule(wasOverLimit ? calmMs : gatherMs);
    }, afterMs);
  };
  const addTooMany = () => {
    gathered.clear();
    isOverLimit = true;
    schedule(gatherMs);
  };
  return {
    add(ref) {
      gathered.add(ref);
      if (gathered.size > maxConcurrent) addTooMany();
      else schedule(gatherMs);
    },
    addTooMany,
    get isIdle() {
      return gathered.size === 0 && timer === undefined;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
