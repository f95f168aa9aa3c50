export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T> | undefined;

/** Runs work one at a time per key, in order. Undefined when the queue is full. */
export function createTurns(maxQueued: number): Turns {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= maxQueued) return undefined;
    lines.set(key, line);
    line.length += 1;
    const turn = line.last.then(work).finally(() => {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    });
    line.last = turn.catch(() => undefined);
    return turn;
  };
}
