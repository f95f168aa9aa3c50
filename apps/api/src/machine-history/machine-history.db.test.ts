import { deleteOldSamples, findDefaultStorageId } from '@holdfast/db';
import { HISTORY_STEPS } from '@holdfast/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { recorderBeats } from '../test-recorder-beat.ts';
import type { MachineReading } from './read-machine.ts';
import { createMachineSampler } from './sample-machine.ts';

const HOUR_MS = 3_600_000;
const quiet: MachineReading = {
  tickMs: 0,
  cpuBusy: 0,
  cpuTotal: 0,
  memoryUsedBytes: 400,
  memoryTotalBytes: 1_000,
  networkInBytes: 0,
  networkOutBytes: 0,
  diskReadBytes: null,
  diskWrittenBytes: null,
};

let test: TestApp;
let admin: string;
let storageId: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  storageId = await findDefaultStorageId(test.db);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.deleteFrom('machineSample').execute();
  await test.db.deleteFrom('storageSample').execute();
  await test.db.deleteFrom('processHeartbeat').execute();
});

const beats = () => recorderBeats(test);

/** Samples every ten seconds, each with the given share of the processors and some traffic. */
async function sample(shares: readonly number[]) {
  const readings = [quiet];
  for (const share of shares) {
    const last = readings.at(-1) ?? quiet;
    readings.push({
      ...last,
      tickMs: last.tickMs + 10_000,
      cpuBusy: last.cpuBusy + share * 1_000,
      cpuTotal: last.cpuTotal + 1_000,
      networkInBytes: (last.networkInBytes ?? 0) + 10_000,
    });
  }
  const take = createMachineSampler({ db: test.db, clock: test.clock }, async () => readings.shift() ?? quiet);
  await take();
  for (const _ of shares) {
    test.clock.step(10_000);
    await take();
  }
}
const history = async (range: string) =>
  (await test.call('GET', `/stats/machine?range=${range}`, { token: admin })).body;
const known = (values: (number | null)[]) => values.filter((value) => value !== null);

/** A moment at the start of an hour, so that all samples of a test fall into one row of it. */
const toFullHour = () => test.clock.step(HOUR_MS - (test.clock.now() % HOUR_MS));

describe('the history of the machine', () => {
  it('has means and peaks at each resolution, of the same samples', async () => {
    toFullHour();
    await sample([0.2, 0.4, 0.9]);
    for (const range of ['hour', 'day', 'week', 'month', 'year']) {
      const { cpu, cpu_peak, network_in_bps, memory_used_bytes, disk_read_bytes_per_s } = await history(range);
      expect(known(cpu), range).toEqual([0.5]);
      expect(known(cpu_peak)).toEqual([0.9]);
      expect(known(network_in_bps)).toEqual([8_000]);
      expect(known(memory_used_bytes)).toEqual([400]);
      expect(known(disk_read_bytes_per_s)).toEqual([]);
    }
    const { start, slot_seconds, cpu, memory_total_bytes, database_bytes } = await history('day');
    expect(memory_total_bytes).toBe(1_000);
    expect(database_bytes).toBeGreaterThan(1_000_000);
    expect(cpu).toHaveLength(288);
    expect(Date.parse(start) + cpu.length * slot_seconds * 1000).toBeGreaterThan(test.clock.now());
  });

  it('shows a gap while nothing was measured', async () => {
    toFullHour();
    await sample([0.1]);
    test.clock.step(3 * HOUR_MS);
    await sample([0.3]);
    const { cpu } = await history('week');
    expect(cpu.slice(-4)).toEqual([0.1, null, null, 0.3]);
  });

  it('has the free space and the bit rate of cameras only while the recorder reports them', async () => {
    const now = new Date(test.clock.now());
    await test.db
      .insertInto('storageStatus')
      .values({ storageId, state: 'ok', freeBytes: 600, totalBytes: 1_000, updatedAt: now })
      .onConflict((conflict) => conflict.column('storageId').doUpdateSet({ freeBytes: 600, totalBytes: 1_000 }))
      .execute();
    await sample([0.1]);
    expect(known((await history('day')).storages[0].free_bytes)).toEqual([]);
    test.clock.step(HOUR_MS);
    await beats();
    await sample([0.1]);
    const { storages, camera_bps } = await history('week');
    expect(storages).toMatchObject([{ storage_id: storageId, total_bytes: 1_000 }]);
    expect(known(storages[0].free_bytes)).toEqual([600]);
    expect(known(camera_bps)).toEqual([]);
  });

  it('stays bounded: rows are deleted by age, and those from a wrong clock in the future', async () => {
    await beats();
    await sample([0.1]);
    for (const { keptSeconds } of HISTORY_STEPS) {
      await deleteOldSamples(test.db, test.clock.now() + (keptSeconds + 3_600) * 1000);
      const left = await test.db.selectFrom('machineSample').select('stepSeconds').execute();
      expect(left.length).toBe(HISTORY_STEPS.filter((step) => step.keptSeconds > keptSeconds).length);
    }
    expect(await test.db.selectFrom('storageSample').select('ts').execute()).toEqual([]);
    await sample([0.1]);
    await deleteOldSamples(test.db, test.clock.now() - 24 * HOUR_MS);
    expect(await test.db.selectFrom('machineSample').select('ts').execute()).toEqual([]);
  });

  it.each([
    ['an unknown range', '?range=decade'],
    ['no range', ''],
    ['two ranges', '?range=day&range=week'],
    ['something else', '?range=day&limit=1'],
    ['SQL', `?range=${encodeURIComponent("day'; drop table machine_sample; --")}`],
  ])('refuses %s', async (_title, query) => {
    expect((await test.call('GET', `/stats/machine${query}`, { token: admin })).status).toBe(422);
  });
});
