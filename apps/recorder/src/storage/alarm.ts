/** Raised once when something turns bad; it must be well several times in a row before it can be raised again. */
export interface Alarm {
  /** True only for the reading that raises it. */
  report(isBad: boolean): boolean;
}

export function createAlarm({ raised = false, calmReadings = 3 } = {}): Alarm {
  let isRaised = raised;
  let calm = 0;
  return {
    report: (isBad) => {
      calm = isBad ? 0 : calm + 1;
      if (isBad && !isRaised) {
        isRaised = true;
        return true;
      }
      if (calm >= calmReadings) isRaised = false;
      return false;
    },
  };
}
