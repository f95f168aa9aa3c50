import { findBelievedClock, listDeletions, recordDeletion } from '@holdfast/db';
import { until } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
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
    await until(() => !keeping.onDisk(first));
    const second = await keeping.footage({ cameraId, storage: disk, hoursAgo: 12 });
    retention.triggerRetention();
    await until(() => !keeping.onDisk(second));
    expect(retention.holdsAges()).toBe(false);
    stop.abort();
    await running;
  });

  it('holds ages again when it is started anew after a step of the clock, whatever footage was recorded since', async () => {
    const disk = await keeping.storage('disk');
    const cameraId = await keeping.camera(await keeping.policy({ liveRetentionHours: 10 }));
    const full = await keeping.camera(await keeping.policy({ liveMaxBytes: 1 }));
    const old = await keeping.footage({ cameraId, storage: disk, hoursAgo: 1 });
    const runUntil = async (isReached: () => Promise<boolean> | boolean) => {
      const stopping = new AbortController();
      const running = createRetention(keeping).task.run(stopping.signal);
      await until(isReached);
      stopping.abort();
      await running;
    };
    await runUntil(async () => (await findBelievedClock(keeping.db)) !== undefined);
    keeping.clock.step(365 * 24 * 3_600_000);
    await keeping.footage({ cameraId, storage: disk, hoursAgo: 0 });
    const overBudget = await keeping.footage({ cameraId: full, storage: disk, hoursAgo: 0 });
    // Budgets hold whatever the clock says, which tells that a pass was made.
    await runUntil(() => !keeping.onDisk(overBudget));
    expect(keeping.onDisk(old)).toBe(true);
  });

  it('forgets after two years why footage is gone', async () => {
    const cameraId = await keeping.camera(await keeping.policy({}));
    const at = (yearsAgo: number) => new Date(keeping.clock.now() - yearsAgo * 365 * 24 * 3_600_000);
    const range = { cameraId, stream: 'main', reason: 'retention' } as const;
    await recordDeletion(keeping.db, { ...range, startTs: at(4), endTs: at(3) });
    await recordDeletion(keeping.db, { ...range, startTs: at(2.5), endTs: at(1) });
    await keeping.pass({ clockGuard: { holdsAges: () => true } });
    expect(await listDeletions(keeping.db, cameraId)).toHaveLength(2);
    await keeping.pass();
    expect(await listDeletions(keeping.db, cameraId)).toMatchObject([{ startTs: at(2.5) }]);
  });
});
