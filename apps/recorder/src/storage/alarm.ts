/** Raised once when a condition becomes bad. Can be raised again only after several good readings in a row. */
export interface Alarm {
  /** True only for the reading that raises the alarm. */
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
