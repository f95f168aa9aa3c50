interface Flight<T> {
  landed: Promise<T>;
  /** Callers that still wait; a caller without a signal never leaves. */
  waiting: number;
  abandoned: AbortController;
}

/**
 * Concurrent callers with the same key share one call of `work`; the next call after it settled starts a new one. A caller
 * whose signal aborts is rejected with its reason. Cancelled when all callers have left.
 */
export const singleFlight = <T>() => {
  const inFlight = new Map<string, Flight<T>>();

  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const abandoned = new AbortController();
    const landed = Promise.resolve()
      .then(() => work(abandoned.signal))
      .finally(() => forget(key, flight));
    const flight: Flight<T> = { landed, waiting: 0, abandoned };
    inFlight.set(key, flight);
    return flight;
  };
  const forget = (key: string, flight: Flight<T>) => {
    if (inFlight.get(key) === flight) inFlight.delete(key);
  };

  return (key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const flight = inFlight.get(key) ?? start(key, work);
    flight.waiting += 1;
    if (signal === undefined) return flight.landed;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        flight.waiting -= 1;
        if (flight.waiting > 0) return;
        forget(key, flight);
        flight.abandoned.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.landed.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  };
};
