import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sessionEndMs } from './session-age.ts';

const DAY_MS = 86_400_000;

it.each([
  ['a new session lasts a day', 0, false, 1],
  ['a remembered session lasts thirty days', 0, true, 30],
  ['a refreshed session lasts a day from then', 3, false, 4],
  ['refreshes extend a session to at most a week', 6.5, false, 7],
  ['refreshes extend a remembered session to at most ninety days', 89, true, 90],
])('%s', (_title, ageDays, remember, endDays) =>
  expect(sessionEndMs({ createdAtMs: 0, nowMs: ageDays * DAY_MS, remember })).toBe(endDays * DAY_MS),
);

it.each([
  [7, false],
  [90, true],
])('after %d days the password is required again', (ageDays, remember) =>
  expect(sessionEndMs({ createdAtMs: 0, nowMs: ageDays * DAY_MS, remember })).toBeUndefined(),
);

it('no sequence of refreshes keeps a session beyond its maximum age', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), fc.boolean(), (shares, remember) => {
      let [nowMs, endMs] = [0, sessionEndMs({ createdAtMs: 0, nowMs: 0, remember }) ?? 0];
      for (const share of shares) {
        nowMs += (endMs - nowMs) * share;
        endMs = sessionEndMs({ createdAtMs: 0, nowMs, remember }) ?? endMs;
      }
      expect(endMs).toBeLessThanOrEqual((remember ? 90 : 7) * DAY_MS);
    }),
  );
});
