const BURST = 40;
const PAUSE_MS = 4;
/** A cached group of pictures, and as much live data again. */
const MAX_WAITING = 32_768;

/**
 * Sends in bursts with pauses, about 100 Mbit/s: a whole group of pictures at once would overflow the first small
 * buffer on its way. Slower data is not delayed.
 */
export function createPacer<T>({ send, overflow }: { send: (one: T) => void; overflow: () => void }): {
  push(many: readonly T[]): void;
  stop(): void;
} {
  let waiting: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const pump = () => {
    timer = undefined;
    for (const one of waiting.slice(0, BURST)) send(one);
    waiting = waiting.slice(BURST);
    if (waiting.length > 0 && !stopped) timer = setTimeout(pump, PAUSE_MS);
  };

  return {
    push(many) {
      if (stopped) return;
      if (waiting.length + many.length > MAX_WAITING) return overflow();
      for (const one of many) waiting.push(one);
      if (timer === undefined) pump();
    },
    stop() {
      stopped = true;
      waiting = [];
      clearTimeout(timer);
    },
  };
}
