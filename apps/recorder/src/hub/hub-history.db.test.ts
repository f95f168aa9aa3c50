import {
  connect,
  createPool,
  type Database,
  findDefaultPolicyId,
  insertCamera,
  readHubStatus,
  startHubSpan,
  writeHubStatus,
} from '@holdfast/db';
import type { HubView } from '@holdfast/hub';
import { createLogger, systemClock } from '@holdfast/kit';
import { createTestDatabase, type TestDatabase, until } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createHubHistory } from './hub-history.ts';
import { publishHubStatus } from './hub-status.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000);
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 2 }));
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

it('what a stopped recorder left open ends when that one last wrote, not when the next one begins to', async () => {
  const policyId = await findDefaultPolicyId(db);
  const { id: cameraId } = await insertCamera(db, { name: 'Gate', mainUrl: 'rtsp://cam/', policyId });
  await startHubSpan(db, { cameraId, entityId: 'binary_sensor.gate', start: at(0), known: true, value: 'off' });
  await writeHubStatus(db, { seenAt: at(60) });

  const history = createHubHistory({ db, clock: systemClock, log });
  // The status of the new recorder comes first, as it does when the database is slow.
  const status = publishHubStatus({ db, view: () => undefined, clock: systemClock, log, before: history.endLeftOpen });
  const leaving = new AbortController();
  const running = status.run(leaving.signal);
  await until(async () => ((await readHubStatus(db)).seenAt ?? at(0)) > at(60));
  const ending = history.task.run(leaving.signal);
  await until(
    async () => (await db.selectFrom('hubStateSpan').select('endTs').executeTakeFirstOrThrow()).endTs !== null,
  );
  leaving.abort();
  await Promise.all([running, ending]);
  const span = await db.selectFrom('hubStateSpan').select('endTs').executeTakeFirstOrThrow();
  expect(span.endTs).toEqual(at(60));
});

it('a state that cannot be stored does not keep the others waiting', async () => {
  const policyId = await findDefaultPolicyId(db);
  const { id: cameraId } = await insertCamera(db, { name: 'Barn', mainUrl: 'rtsp://cam/', policyId });
  const unstorable = `sensor.${'x'.repeat(300)}`;
  const ids = ['sensor.first', unstorable, 'sensor.last'];
  const links = ids.map(
    (entityId) => ({ cameraId, entityId, role: 'control', deviceClass: null, label: null }) as const,
  );
  const entity = { state: 'on', changedMs: Date.now(), name: null, deviceClass: null, unit: null };
  const view: HubView = {
    health: { kind: 'ok', sinceMs: 0 },
    answeredMs: Date.now(),
    entities: new Map(ids.map((id) => [id, entity])),
  };
  const history = createHubHistory({ db, clock: systemClock, log });
  history.note(links, view);
  const leaving = new AbortController();
  const running = history.task.run(leaving.signal);
  const stored = () => db.selectFrom('hubStateSpan').select('entityId').where('cameraId', '=', cameraId).execute();
  await until(async () => (await stored()).length === 2);
  leaving.abort();
  await running;
  expect((await stored()).map(({ entityId }) => entityId).sort()).toEqual(['sensor.first', 'sensor.last']);
});
