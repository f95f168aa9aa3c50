export type Damper = () => { speak: false } | { speak: true; unspoken: number };

/** For lines that would repeat with every request: one now and then, with how many were left out since. */
export function createDamper(everyMs: number, nowMs: () => number = () => performance.now()): Damper {
  let spokeAtMs = Number.NEGATIVE_INFINITY;
  let unspoken = 0;
  return () => {
    if (nowMs() - spokeAtMs < everyMs) {
      unspoken += 1;
      return { speak: false };
    }
    const said = { speak: true, unspoken } as const;
    spokeAtMs = nowMs();
    unspoken = 0;
    return said;
  };
}
