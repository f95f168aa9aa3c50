/** Counters of the machine, which only grow until a device or the machine restarts; null where the system has none. */
export interface MachineCounters {
  /** Monotonic time at which they were read. */
  tickMs: number;
  cpuBusy: number;
  cpuTotal: number;
  networkInBytes: number | null;
  networkOutBytes: number | null;
  diskReadBytes: number | null;
  diskWrittenBytes: number | null;
}

export interface MachineRates {
  /** The busy share of all processors, 0 to 1. */
  cpu: number | null;
  networkInBps: number | null;
  networkOutBps: number | null;
  diskReadBytesPerS: number | null;
  diskWrittenBytesPerS: number | null;
}

/** Averages between two readings. A counter that went back belongs to another device or boot, so its rate is unknown. */
export function ratesBetween(before: MachineCounters, after: MachineCounters): MachineRates {
  const seconds = (after.tickMs - before.tickMs) / 1000;
  const perSecond = (name: 'networkInBytes' | 'networkOutBytes' | 'diskReadBytes' | 'diskWrittenBytes') => {
    const [from, to] = [before[name], after[name]];
    return from === null || to === null || to < from || seconds <= 0 ? null : (to - from) / seconds;
  };
  const bits = (bytes: number | null) => (bytes === null ? null : bytes * 8);
  const busy = after.cpuBusy - before.cpuBusy;
  const total = after.cpuTotal - before.cpuTotal;
  return {
    cpu: total > 0 && busy >= 0 ? Math.min(1, busy / total) : null,
    networkInBps: bits(perSecond('networkInBytes')),
    networkOutBps: bits(perSecond('networkOutBytes')),
    diskReadBytesPerS: perSecond('diskReadBytes'),
    diskWrittenBytesPerS: perSecond('diskWrittenBytes'),
  };
}
