export type Release = () => void;

export interface Permits {
  acquire(signal?: AbortSignal): Promise<Release>;
  /** Callers in the queue. */
  waiting(): number;
}

/** A semaphore: a limited number of holders; other callers wait in order until a permit is free or their signal aborts. */
export function createPermits(count: number): Permits {
  let free = count;
  const line: (() => void)[] = [];

  const releaseOnce = (): Release => {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = line.shift();
      if (next) next();
      else free += 1;
    };
  };

  return {
    waiting: () => line.length,
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (free > 0) {
          free -= 1;
          return resolve(releaseOnce());
        }
        const leave = () => {
          line.splice(line.indexOf(enter), 1);
          reject(signal?.reason);
        };
        const enter = () => {
          signal?.removeEventListener('abort', leave);
          resolve(releaseOnce());
        };
        line.push(enter);
        signal?.addEventListener('abort', leave, { once: true });
      }),
  };
}
