/** Callers with the same key share one run; the next call after it settled starts a new one. */
export const singleFlight = <T>() => {
  const inFlight = new Map<string, Promise<T>>();
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    const started = Promise.resolve()
      .then(work)
      .finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
};
