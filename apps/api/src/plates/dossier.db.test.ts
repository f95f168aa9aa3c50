import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';

const MINUTE_MS = 60_000;
let installation: PlateInstallation;
let yard: string;
let viewer: string;
let startMs: number;
const ids: string[] = [];

const at = (minute: number) => new Date(startMs + minute * MINUTE_MS).toISOString();

beforeAll(async () => {
  installation = await startPlateInstallation(inject('postgresUrl'));
  yard = await installation.newCamera('Yard');
  startMs = installation.test.clock.now() - 60 * MINUTE_MS;
  for (const [plate, minute, camera_id] of [
    ['ABC1234', 1, installation.cameraId],
    ['ABC1234', 2, installation.cameraId],
    ['ABC1234', 30, yard],
    ['A8C1234', 31, yard],
    ['ABC1299', 32, installation.cameraId],
    ['KLM5678', 33, installation.cameraId],
  ] as const) {
    const reply = await installation.post({ plate, ts: at(minute), camera_id });
    expect(reply.status).toBe(201);
    ids.push(reply.body.id);
  }
  await installation.watch('ABC1234', { label: 'Anna', color: '#00FF00' });
  await installation.watch('KLM5678', { kind: 'ignore' });
  viewer = (await installation.signIn('viewer', { capabilities: ['view_plates'], camera_ids: [installation.cameraId] }))
    .token;
});
afterAll(() => installation?.close());

const get = (path: string, token = installation.admin) => installation.test.call('GET', path, { token });

describe('one read', () => {
  it('has the shape of the list, and exists only for those who may see its camera', async () => {
    expect((await get(`/plates/${ids[2]}`)).body).toMatchObject({
      plate: 'ABC1234',
      camera_id: yard,
      watch: { label: 'Anna', color: '#00FF00', distance: 0 },
    });
    expect((await get(`/plates/${ids[2]}`, viewer)).status).toBe(404);
    expect((await get(`/plates/${ids[0]}`, viewer)).status).toBe(200);
    expect((await get('/plates/no-id')).status).toBe(404);
  });
});

describe('the dossier of a plate', () => {
  it('has all sightings, cameras, confusable readings and the entry of the list', async () => {
    const { body } = await get('/lpr/dossier?plate=abc-1234');
    expect(body).toEqual({
      plate: 'ABC1234',
      reads: 3,
      truncated: false,
      first_seen: at(1),
      last_seen: at(30),
      cameras: [
        { camera_id: installation.cameraId, reads: 2, last_seen: at(2) },
        { camera_id: yard, reads: 1, last_seen: at(30) },
      ],
      similar: [
        { plate: 'A8C1234', distance: 0, reads: 1, last_seen: at(31) },
        { plate: 'ABC1299', distance: 2, reads: 1, last_seen: at(32) },
      ],
      watch: { id: expect.any(String), plate: 'ABC1234', label: 'Anna', color: '#00FF00', distance: 0 },
      ignored_by: null,
    });
  });

  it('omits cameras that the user may not see', async () => {
    const { body } = await get('/lpr/dossier?plate=ABC1234', viewer);
    expect(body).toMatchObject({ reads: 2, last_seen: at(2) });
    expect(body.similar.map(({ plate }: { plate: string }) => plate)).toEqual(['ABC1299']);
  });

  it('of a plate that was never read is empty, and that of an ignored one is marked as such', async () => {
    expect((await get('/lpr/dossier?plate=ZZZ9999')).body).toMatchObject({ reads: 0, first_seen: null, cameras: [] });
    expect((await get('/lpr/dossier?plate=KLM5678')).body).toMatchObject({ watch: null, ignored_by: { distance: 0 } });
  });

  it.each(['', '?plate=', '?plate=--', `?plate=${'A'.repeat(40)}`])('is refused for %j', async (query) =>
    expect((await get(`/lpr/dossier${query}`)).status).toBe(422),
  );
});

describe('reads over time', () => {
  const activity = async (query: Record<string, string>, token?: string) =>
    (await get(`/lpr/activity?${new URLSearchParams({ start: at(0), end: at(60), buckets: '2', ...query })}`, token))
      .body;

  it.each([
    ['all', {}, [2, 4]],
    ['of a plate', { q: 'ABC1234', match: 'exact' }, [2, 1]],
    ['that begin with it', { q: 'ABC12', match: 'prefix' }, [2, 2]],
    ['that contain it', { q: '1234' }, [2, 2]],
    ['that are near it', { q: 'ABC1234', match: 'fuzzy' }, [2, 3]],
    ['of the built-in reader', { engine: 'native-alpr' }, [2, 4]],
    ['of the external detector', { engine: 'external' }, []],
    ['of a source', { source_id: 'garage' }, []],
  ])('%s are counted by part of the range', async (_title, query, counts) => {
    const { buckets, truncated, common } = await activity(query as Record<string, string>);
    expect([buckets.map(({ reads }: { reads: number }) => reads), truncated, common]).toEqual([counts, false, false]);
    if (counts.length > 0) expect(buckets.map(({ start }: { start: string }) => start)).toEqual([at(0), at(30)]);
  });

  it('are those of the caller’s cameras', async () => {
    const { buckets } = await activity({}, viewer);
    expect(buckets.map(({ reads }: { reads: number }) => reads)).toEqual([2, 2]);
  });

  it('are not counted for text that is in every other plate', async () =>
    expect(await activity({ q: 'A1' })).toMatchObject({ buckets: [], common: true }));

  it.each([{ buckets: '0' }, { buckets: '5000' }, { end: '2020-01-01T00:00:00Z' }, { q: '--' }])(
    'are refused for %j',
    async (query) => expect((await activity(query as Record<string, string>)).status).toBe(422),
  );
});
