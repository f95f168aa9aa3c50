import { reasonCode } from '@holdfast/domain';
import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

describe('the delay before the next attempt', () => {
  const offline = { kind: 'offline', reason: reasonCode('camera-timed-out') } as const;

  it('grows from one to thirty seconds', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 6, 60].map(
      (failures) => retryDelayMs({ fault: offline, failures, random: 1 }) / 1000,
    );
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    expect(retryDelayMs({ fault: offline, failures: 0, random: 0 })).toBe(1000);
    expect(retryDelayMs({ fault: offline, failures: 9, random: 0 })).toBe(15_000);
  });

  it('is long at once for a camera that rejects the password', () => {
    expect(
      retryDelayMs({
        fault: { kind: 'rejected', reason: reasonCode('camera-rejected-login') },
        failures: 1,
        random: 0,
      }),
    ).toBe(15_000);
  });
});
