import { expect, it } from 'vitest';
import { recordAmongHostileCameras } from './testing/among-hostile-cameras.ts';

// The recorder itself needs a hundred; an unbounded flood would use thousands within seconds.
const MAX_MEMORY_BYTES = 600 * 1024 * 1024;
/** A busy machine delays pictures for a while; a blocked recorder loses half a minute. */
const MAX_GAP_MS = 5_000;

it('records three good cameras for half an hour without a gap among all kinds of hostile ones', async () => {
  const { longestGapMs, lapses, maxMemoryBytes, untried } = await recordAmongHostileCameras({ segments: 1_800 });
  console.info(`longest gap ${longestGapMs} ms, memory ${Math.round(maxMemoryBytes / 1024 / 1024)} MiB at most`);
  expect(untried).toEqual([]);
  expect(lapses).toBe(0);
  expect(longestGapMs).toBeLessThan(MAX_GAP_MS);
  expect(maxMemoryBytes).toBeGreaterThan(0);
  expect(maxMemoryBytes).toBeLessThan(MAX_MEMORY_BYTES);
});
