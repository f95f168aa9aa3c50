import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PreviewWish } from './preview-store.ts';
import type { ScrubMoment } from './preview-wishes.ts';
import { createScrubber } from './scrubber.ts';

const MINUTE_MS = 60_000;
const lane = { knownUntilMs: 100 * MINUTE_MS, runs: [{ startMs: 0, endMs: 100 * MINUTE_MS }], motion: [], gaps: [] };
const moment = (atMs: number): ScrubMoment => ({ atMs, msPerPx: 100, laneOf: () => lane });
/** As much of a canvas as the scrubber uses. */
const canvas = () => ({ width: 0, height: 0, getContext: () => null }) as unknown as HTMLCanvasElement;

let wishes: PreviewWish[];
let scrubber: ReturnType<typeof createScrubber>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  wishes = [];
  scrubber = createScrubber({
    nowMs: () => 0,
    loadPreview: async (wish) => {
      wishes.push(wish);
      return { picture: { width: 1, height: 1, close: () => {} } as ImageBitmap, takenAtMs: wish.atMs };
    },
  });
});
afterEach(() => {
  scrubber.stop();
  vi.useRealTimers();
});
const camerasAsked = () => [...new Set(wishes.map(({ cameraId }) => cameraId))];

it('a pointer that goes to another camera at the same moment gets the picture of that camera', async () => {
  const at = 30 * MINUTE_MS;
  scrubber.peek('gate', moment(at), canvas());
  await setImmediate();
  expect(camerasAsked()).toEqual(['gate']);
  scrubber.peek('yard', moment(at), canvas());
  await setImmediate();
  expect(camerasAsked()).toEqual(['gate', 'yard']);
  expect(scrubber.peek('yard', moment(at), canvas())).toBeDefined();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(wishes).toContainEqual({ cameraId: 'yard', atMs: at, precision: 'exact' });
});

it('a resting pointer asks once', async () => {
  for (let n = 0; n < 3; n += 1) scrubber.peek('gate', moment(MINUTE_MS), canvas());
  await setImmediate();
  const asked = wishes.length;
  scrubber.peek('gate', moment(MINUTE_MS), canvas());
  await setImmediate();
  expect(wishes).toHaveLength(asked);
});
