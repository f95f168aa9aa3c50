import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LOST_WITHIN_MS, recheckAccess } from './recheck-access.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const answer = (may: boolean, afterMs: number) =>
  new Promise<boolean>((resolve) => setTimeout(() => resolve(may), afterMs));

it('a viewer who loses access loses the stream within 15 s, even if each check takes 5 s', async () => {
  expect(LOST_WITHIN_MS).toBe(15_000);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60_000 }),
      fc.integer({ min: 0, max: 5_000 }),
      async (atMs, answerMs) => {
        let [may, isLost] = [true, false];
        const stop = recheckAccess({
          mayWatch: () => answer(may, answerMs),
          lost: () => {
            isLost = true;
          },
        });
        await vi.advanceTimersByTimeAsync(atMs);
        expect(isLost).toBe(false);
        may = false;
        await vi.advanceTimersByTimeAsync(LOST_WITHIN_MS);
        stop();
        expect(isLost).toBe(true);
      },
    ),
  );
});

it('streams continue while the database is away; revoked viewers lose them once it is back', async () => {
  const lost = vi.fn();
  const mayWatch = vi.fn<() => Promise<boolean>>().mockRejectedValue(new Error('away'));
  const stop = recheckAccess({ mayWatch, lost });
  await vi.advanceTimersByTimeAsync(10 * LOST_WITHIN_MS);
  expect(lost).not.toHaveBeenCalled();
  mayWatch.mockResolvedValue(false);
  await vi.advanceTimersByTimeAsync(LOST_WITHIN_MS);
  expect(lost).toHaveBeenCalled();
  stop();
});

it('checks stop when the viewer leaves', async () => {
  const mayWatch = vi.fn(async () => false);
  recheckAccess({ mayWatch, lost: () => undefined })();
  await vi.advanceTimersByTimeAsync(10 * LOST_WITHIN_MS);
  expect(mayWatch).not.toHaveBeenCalled();
});
