import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { digestOf, newRandomToken } from '../auth/random-token.ts';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

let installation: PlateInstallation;
let other: string;
let token: string;

/** Registers a worker as the launcher does. */
const beginWorker = (tokenDigest: Buffer) =>
  installation.test.db
    .insertInto('plateWorker')
    .values({ cameraId: installation.cameraId, tokenDigest })
    .onConflict((conflict) => conflict.column('cameraId').doUpdateSet({ tokenDigest }))
    .execute();
const endWorker = (tokenDigest: Buffer) =>
  installation.test.db.deleteFrom('plateWorker').where('tokenDigest', '=', tokenDigest).execute();

beforeAll(async () => {
  installation = await startPlateInstallation(inject('postgresUrl'));
  other = await installation.newCamera('Yard');
  await installation.test.call('PUT', `/config/cameras/${installation.cameraId}/lpr`, {
    token: installation.admin,
    body: { country: 'BR' },
  });
});
afterAll(() => installation?.close());
beforeEach(async () => {
  token = newRandomToken();
  await beginWorker(digestOf(token));
});

const asWorker = (method: 'GET' | 'POST', url: string, body?: object) =>
  installation.test.call(method, url, { headers: { 'x-ingest-token': token }, ...(body && { body }) });
const read = (camera_id: string, change = {}) => ({
  camera_id,
  plate: 'ABO1234',
  plate_raw: 'AB01234',
  confidence: 0.9,
  provider_event_id: newRandomToken(),
  ...change,
});

describe("a plate worker's own token", () => {
  it('is valid for its camera only', async () => {
    const config = await asWorker('GET', '/lpr/worker-config');
    expect(config.body.cameras).toEqual([
      {
        camera_id: installation.cameraId,
        enabled: true,
        min_confidence: 0.6,
        zones: { include: [], exclude: [] },
        country: 'BR',
      },
    ]);
    expect((await asWorker('GET', `/lpr/worker-config?camera_id=${other}`)).body.cameras).toEqual([]);
    expect((await asWorker('POST', '/lpr/reads', read(installation.cameraId))).status).toBe(201);
    expect((await asWorker('POST', '/lpr/reads', read(installation.cameraId.toUpperCase()))).status).toBe(201);
    expect((await asWorker('POST', '/lpr/reads', read(other))).status).toBe(404);
    expect((await installation.post({ camera_id: other })).status).toBe(201);
  });

  it('is valid for the two worker routes only', async () => {
    for (const url of ['/me', '/plates', '/cameras', '/config/lpr', '/config/restream'])
      expect((await installation.test.call('GET', url, { token })).status, url).toBe(401);
  });

  it('survives a rotation of the ingest token, and is revoked when its worker ends or another starts', async () => {
    await installation.test.call('POST', '/config/lpr/rotate-token', { token: installation.admin });
    expect((await asWorker('GET', '/lpr/worker-config')).status).toBe(200);
    const before = token;
    token = newRandomToken();
    await beginWorker(digestOf(token));
    expect((await asWorker('GET', '/lpr/worker-config')).status).toBe(200);
    await endWorker(digestOf(before));
    expect((await asWorker('GET', '/lpr/worker-config')).status).toBe(200);
    await endWorker(digestOf(token));
    expect((await asWorker('GET', '/lpr/worker-config')).status).toBe(401);
    token = before;
    expect((await asWorker('GET', '/lpr/worker-config')).status).toBe(401);
  });
});

describe('a read whose characters the country decided', () => {
  it('is stored as the registration, with the text as it was read beside it', async () => {
    await asWorker('POST', '/lpr/reads', read(installation.cameraId, { provider_event_id: 'settled' }));
    const { body } = await installation.test.call('GET', '/plates?q=ABO1234&match=exact', {
      token: installation.admin,
    });
    expect(body.items[0]).toMatchObject({ plate: 'ABO1234', plate_raw: 'AB01234' });
    const tooLong = read(installation.cameraId, { plate_raw: 'A'.repeat(129) });
    expect((await asWorker('POST', '/lpr/reads', tooLong)).status).toBe(422);
  });
});
