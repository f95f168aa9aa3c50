import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { startKeeping, type TestKeeping } from '../test-keeping.ts';
import { createRetention } from './retention.ts';

let keeping: TestKeeping;
const stop = new AbortController();

beforeEach(async () => {
  keeping = await startKeeping(inject('postgresUrl'));
});
afterEach(() => keeping.close());

describe('retention', () => {
  it('runs at start, and at once when a disk is full instead of at the next minute', async () => {
    const disk = await keeping.storage('disk');
    const cameraId = await keeping.camera(await keeping.policy({ liveRetentionHours: 10 }));
    const retention = createRetention(keeping);
    expect(retention.holdsAges()).toBe(true);
    const first = await keeping.footage({ cameraId, storage: disk, hoursAgo: 11 });
    const running = retention.task.run(stop.signal);
    await vi.waitFor(() => expect(keeping.onDisk(first)).toBe(false), 20_000);
    const second = await keeping.footage({ cameraId, storage: disk, hoursAgo: 12 });
    retention.triggerRetention();
    await vi.waitFor(() => expect(keeping.onDisk(second)).toBe(false), 20_000);
    expect(retention.holdsAges()).toBe(false);
    stop.abort();
    await running;
  });
});
