import { routes } from '@holdfast/contract';
import { findDefaultPolicyId } from '@holdfast/db';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let admin: string;
let cameraId: string;
beforeEach(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const camera = { name: 'Gate', main_url: 'rtsp://10.0.0.5/x' };
  cameraId = (await test.call('POST', '/config/cameras', { token: admin, body: camera })).body.id;
});
afterEach(() => test.close());

// The longest way to write a fraction.
const corner = 1.2345678901234566e-7;
const polygons = Array.from({ length: 32 }, () => Array.from({ length: 512 }, () => [corner, corner]));

describe('the largest request that the contract describes', () => {
  it('gets through: a full mask, full zones', async () => {
    const mask = await test.call('PUT', `/config/cameras/${cameraId}`, {
      token: admin,
      body: { motion_mask: polygons },
    });
    expect([mask.status, mask.body.motion_mask]).toEqual([200, polygons]);
    const zones = { include: polygons, exclude: polygons };
    const lpr = await test.call('PUT', `/config/cameras/${cameraId}/lpr`, { token: admin, body: { zones } });
    expect([lpr.status, lpr.body.zones]).toEqual([200, zones]);
    const create = { name: 'Door', main_url: 'rtsp://10.0.0.5/x', motion_mask: polygons };
    expect((await test.call('POST', '/config/cameras', { token: admin, body: create })).status).toBe(201);
  });

  it('gets through: 10,000 cameras of a group, a role and a user', async () => {
    const policyId = await findDefaultPolicyId(test.db);
    const names = Array.from({ length: 9_999 }, (_, i) => `Camera ${i}`);
    await test.db
      .insertInto('camera')
      .values(names.map((name) => ({ name, nameKey: name, mainUrl: 'rtsp://10.0.0.5/x', policyId })))
      .execute();
    const camera_ids = (await test.db.selectFrom('camera').select('id').orderBy('id').execute()).map(({ id }) => id);
    expect(camera_ids).toHaveLength(10_000);
    const group = (await test.call('POST', '/config/groups', { token: admin, body: { name: 'All' } })).body;
    const sent = [
      await test.call('PUT', `/config/groups/${group.id}/members`, { token: admin, body: { camera_ids } }),
      await test.call('POST', '/config/roles', { token: admin, body: { name: 'All', capabilities: [], camera_ids } }),
    ];
    const role_id = sent[1]?.body.id;
    sent.push(
      await test.call('PUT', `/config/roles/${role_id}`, { token: admin, body: { camera_ids } }),
      await test.call('POST', '/config/users', {
        token: admin,
        body: { username: 'ann', password: 'long enough', role_id, camera_ids },
      }),
    );
    for (const { status, body } of sent) expect([status < 300, body.camera_ids?.length]).toEqual([true, 10_000]);
  });
});

it('is 64 KiB for every other route', async () => {
  const body = { name: 'x'.repeat(64 * 1024) };
  expect(routes.groups.create).not.toHaveProperty('bodyLimitBytes');
  expect((await test.call('POST', '/config/groups', { token: admin, body })).body.type).toBe('/problems/too-large');
});
