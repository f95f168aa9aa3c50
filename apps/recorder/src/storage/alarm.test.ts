import { describe, expect, it } from 'vitest';
import { createAlarm } from './alarm.ts';

describe('an alarm', () => {
  it('is raised once, and again only after enough good readings', () => {
    const alarm = createAlarm({ calmReadings: 2 });
    const readings = [false, true, true, false, true, false, false, true];
    expect(readings.map((isBad) => alarm.report(isBad))).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('that was raised before is not raised again', () => {
    expect(createAlarm({ raised: true }).report(true)).toBe(false);
  });
});
