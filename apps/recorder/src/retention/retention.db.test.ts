import { findBelievedClock, listDeletions, recordDeletion } from '@holdfast/db';
import { until } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestRetention, type TestRetention } from '../test-retention.ts';
import { createRetention } from './retention.ts';

let fixture: TestRetention;
const stop = new AbortController();

beforeEach(async () => {
  fixture = await startTestRetention(inject('postgresUrl'));
});
afterEach(() => fixture.close());

describe('retention', () => {
  it('runs at start, and at once when a disk is full instead of at the next minute', async () => {
    const disk = await fixture.storage('disk');
    const cameraId = await fixture.camera(await fixture.policy({ liveRetentionHours: 10 }));
    const retention = createRetention(fixture);
    expect(retention.pausesAgeRules()).toBe(true);
    const first = await fixture.footage({ cameraId, storage: disk, hoursAgo: 11 });
    const running = retention.task.run(stop.signal);
    await until(() => !fixture.onDisk(first));
    const second = await fixture.footage({ cameraId, storage: disk, hoursAgo: 12 });
    retention.triggerRetention();
    await until(() => !fixture.onDisk(second));
    expect(retention.pausesAgeRules()).toBe(false);
    stop.abort();
    await running;
  });

  it('pauses the age rules again after a restart following a clock step, whatever footage was recorded since', async () => {
    const disk = await fixture.storage('disk');
    const cameraId = await fixture.camera(await fixture.policy({ liveRetentionHours: 10 }));
    const full = await fixture.camera(await fixture.policy({ liveMaxBytes: 1 }));
    const old = await fixture.footage({ cameraId, storage: disk, hoursAgo: 1 });
    const runUntil = async (isReached: () => Promise<boolean> | boolean) => {
      const stopping = new AbortController();
      const running = createRetention(fixture).task.run(stopping.signal);
      await until(isReached);
      stopping.abort();
      await running;
    };
    await runUntil(async () => (await findBelievedClock(fixture.db)) !== undefined);
    fixture.clock.step(365 * 24 * 3_600_000);
    await fixture.footage({ cameraId, storage: disk, hoursAgo: 0 });
    const overBudget = await fixture.footage({ cameraId: full, storage: disk, hoursAgo: 0 });
    // Budgets apply whatever the clock is, which shows that a round was made.
    await runUntil(() => !fixture.onDisk(overBudget));
    expect(fixture.onDisk(old)).toBe(true);
  });

  it('deletes the reasons for deletions after two years', async () => {
    const cameraId = await fixture.camera(await fixture.policy({}));
    const at = (yearsAgo: number) => new Date(fixture.clock.now() - yearsAgo * 365 * 24 * 3_600_000);
    const range = { cameraId, stream: 'main', reason: 'retention' } as const;
    await recordDeletion(fixture.db, { ...range, startTs: at(4), endTs: at(3) });
    await recordDeletion(fixture.db, { ...range, startTs: at(2.5), endTs: at(1) });
    await fixture.round({ clockGuard: { pausesAgeRules: () => true } });
    expect(await listDeletions(fixture.db, cameraId)).toHaveLength(2);
    await fixture.round();
    expect(await listDeletions(fixture.db, cameraId)).toMatchObject([{ startTs: at(2.5) }]);
  });
});
