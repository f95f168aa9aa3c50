import type { LinkedEntity } from '@holdfast/db';
import type { HubView } from '@holdfast/hub';
import { createLogger, systemClock } from '@holdfast/kit';
import { until } from '@holdfast/testkit';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createOpeningEvents } from '../hub/opening-events.ts';
import { startTestRetention, type TestRetention } from '../test-retention.ts';
import { createMotionEvents, type MotionEvents } from './motion-events.ts';

const GATE = 'binary_sensor.gate';
const BARN = 'binary_sensor.barn';

let fixture: TestRetention;
let cameraId: string;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  fixture = await startTestRetention(inject('postgresUrl'));
  const disk = await fixture.storage('disk');
  cameraId = await fixture.camera(await fixture.policy({ liveStorageId: disk.id }));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await fixture.close();
});

/** As one recorder writes them, from its start until it is killed. */
function startRecorder(): { events: MotionEvents; kill: () => Promise<void> } {
  const events = createMotionEvents({
    db: fixture.db,
    clock: systemClock,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  const killed = new AbortController();
  const running = events.task.run(killed.signal);
  const kill = async () => {
    killed.abort();
    await running;
  };
  stops.push(kill);
  return { events, kill };
}
const link = (entityId: string): LinkedEntity => ({
  cameraId,
  entityId,
  role: 'sensor',
  deviceClass: 'door',
  label: null,
});
const viewOf = (states: Record<string, [state: string, changedMs: number]>): HubView => ({
  health: { kind: 'ok', sinceMs: 0 },
  answeredMs: Date.now(),
  entities: new Map(
    Object.entries(states).map(([id, [state, changedMs]]) => [
      id,
      { state, changedMs, name: null, deviceClass: 'door', unit: null },
    ]),
  ),
});
const stored = () =>
  fixture.db.selectFrom('event').select(['label', 'ts', 'endTs', 'updatedAt']).orderBy('ts').execute();

it('ends what a killed recorder left open: motion at its last update, a door when it was closed', async () => {
  const nowMs = Date.now();
  const [gateMs, barnMs, motionMs, closedMs] = [nowMs - 30_000, nowMs - 20_000, nowMs - 10_000, nowMs - 1_000];
  const killed = startRecorder();
  createOpeningEvents({ events: killed.events, clock: systemClock }).note(
    [link(GATE), link(BARN)],
    viewOf({ [GATE]: ['on', gateMs], [BARN]: ['on', barnMs] }),
  );
  killed.events.begin(cameraId, motionMs);
  const before = await until(async () => {
    const rows = await stored();
    return rows.length === 3 && rows;
  });
  await killed.kill();

  const { events } = startRecorder();
  createOpeningEvents({ events, clock: systemClock }).note(
    [link(GATE), link(BARN)],
    viewOf({ [GATE]: ['off', closedMs], [BARN]: ['on', barnMs] }),
  );
  await until(async () => (await stored()).filter(({ endTs }) => endTs !== null).length === 2);
  expect((await stored()).map(({ label, ts, endTs }) => [label, ts.getTime(), endTs?.getTime()])).toEqual([
    ['door', gateMs, closedMs],
    ['door', barnMs, undefined],
    ['motion', motionMs, before[2]?.updatedAt.getTime()],
  ]);
});
