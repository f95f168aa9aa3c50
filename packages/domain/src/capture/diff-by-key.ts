/** The items to stop and to start so that exactly the wanted items run; the others stay untouched. */
export function diffByKey<W extends { key: string }>(
  runningKeys: Iterable<string>,
  wanted: readonly W[],
): { end: string[]; begin: W[] } {
  const running = new Set(runningKeys);
  const wantedKeys = new Set(wanted.map(({ key }) => key));
  return {
    end: [...running].filter((key) => !wantedKeys.has(key)),
    begin: wanted.filter(({ key }, i) => !running.has(key) && wanted.findIndex((other) => other.key === key) === i),
  };
}
