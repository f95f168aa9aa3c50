import { findDefaultStorageId } from '@holdfast/db';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { recorderBeats } from '../test-recorder-beat.ts';

let test: TestApp;
let admin: string;
let guard: string;
let gate: string;
let door: string;
let storageId: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  storageId = await findDefaultStorageId(test.db);
  const camera = async (name: string) =>
    (await test.call('POST', '/config/cameras', { token: admin, body: { name, main_url: 'rtsp://127.0.0.1:1/x' } }))
      .body.id as string;
  gate = await camera('Gate');
  door = await camera('Door');
  const role = await test.call('POST', '/config/roles', {
    token: admin,
    body: { name: 'Gate only', capabilities: [], camera_ids: [gate] },
  });
  const user = { username: 'guard', password: 'long enough' };
  await test.call('POST', '/config/users', { token: admin, body: { ...user, role_id: role.body.id } });
  guard = (await test.call('POST', '/auth/login', { body: user })).body.token;

  const now = new Date(test.clock.now());
  const figures = { since: now, bitrateBps: 4_000_000, segmentLagMs: 120, restarts: 2, updatedAt: now };
  await test.db
    .insertInto('streamStatus')
    .values([
      { cameraId: gate, stream: 'main', state: 'recording', detail: null, lastSegmentEndTs: now, ...figures },
      { cameraId: door, stream: 'main', state: 'offline', detail: 'camera-refused?status=503', ...figures },
    ])
    .execute();
  await test.db
    .insertInto('storageStatus')
    .values({ storageId, state: 'full', freeBytes: 10, totalBytes: 1_000, pendingBytes: 7, updatedAt: now })
    .execute();
  const segment = (cameraId: string, tier: 'live' | 'archive', second: number) => ({
    cameraId,
    stream: 'main' as const,
    startTs: new Date(second * 1000),
    preciseStartTs: new Date(second * 1000),
    durationMs: 4_000,
    endTs: new Date(second * 1000 + 4_000),
    storageId,
    tier,
    path: `${cameraId}/${second}`,
    sizeBytes: 1_000,
    parameterHash: '',
  });
  await test.db
    .insertInto('segment')
    .values([segment(gate, 'archive', 0), segment(gate, 'live', 4), segment(door, 'live', 0)])
    .execute();
});
afterAll(() => test.close());
const beats = () => recorderBeats(test);
beforeEach(beats);

const read = async (path: string, token = admin) => (await test.call('GET', path, { token })).body;

describe('GET /status', () => {
  it('shows which streams are re-encoded before they are recorded', async () => {
    const convert = (convert_video: boolean) =>
      test.call('PUT', `/config/cameras/${gate}`, { token: admin, body: { convert_video } });
    await convert(true);
    const { cameras } = await read('/status');
    await convert(false);
    expect(cameras[0].streams.every(({ reencoded }: { reencoded: boolean }) => !reencoded)).toBe(true);
    expect(cameras[1].streams.every(({ reencoded }: { reencoded: boolean }) => reencoded)).toBe(true);
    expect(cameras[1].streams.length).toBeGreaterThan(0);
  });

  it('reports the health of motion sources, and the reason to administrators only', async () => {
    const since = new Date(test.clock.now());
    await test.db
      .insertInto('motionSourceStatus')
      .values([
        { cameraId: gate, source: 'pixel', able: true, reason: null, since },
        { cameraId: gate, source: 'detector', able: false, reason: 'detector-connection-lost', since },
        { cameraId: door, source: 'pixel', able: true, reason: null, since },
      ])
      .execute();
    const ofGate = [
      {
        source: 'detector',
        able: false,
        detail: 'The connection to the broker is lost.',
        reason: { code: 'detector-connection-lost', values: {} },
        since: since.toISOString(),
      },
      { source: 'pixel', able: true, detail: null, reason: null, since: since.toISOString() },
    ];
    const sources = (status: { cameras: { motion_sources: unknown }[] }) =>
      status.cameras.map(({ motion_sources }) => motion_sources);
    expect(sources(await read('/status'))[1]).toEqual(ofGate);
    expect(sources(await read('/status', guard))).toEqual([
      ofGate.map((source) => ({ ...source, detail: null, reason: null })),
    ]);
  });

  it('reports the state of each stream, in words and numbers', async () => {
    const status = await read('/status');
    expect(status.recorder.alive).toBe(true);
    expect(status.cameras.map(({ name }: { name: string }) => name)).toEqual(['Door', 'Gate']);
    expect(status.cameras[1].streams[0]).toMatchObject({
      stream: 'main',
      state: 'recording',
      sentence: 'Recording.',
      reencoded: false,
      bitrate_bps: 4_000_000,
      segment_lag_ms: 120,
      restarts: 2,
    });
    expect(status.cameras[0].streams[0]).toMatchObject({
      state: 'offline',
      detail: 'The camera does not provide the stream (RTSP status 503).',
      reason: { code: 'camera-refused', values: { status: '503' } },
    });
    expect(status.storages).toMatchObject([
      {
        state: 'full',
        sentence: 'Full: nothing is recorded here until space is free.',
        free_bytes: 10,
        total_bytes: 1_000,
        pending_bytes: 7,
      },
    ]);
  });

  it('shows a user only their cameras, without network details', async () => {
    const status = await read('/status', guard);
    expect(status.cameras.map(({ name }: { name: string }) => name)).toEqual(['Gate']);
    expect(JSON.stringify(status)).not.toContain('10.0.0.9');
  });

  it('does not report recording while the recorder is not running', async () => {
    test.clock.step(60_000);
    const status = await read('/status', guard);
    expect(status.recorder.alive).toBe(false);
    expect(status.cameras[0].streams[0].state).toBe('unknown');
    expect(status.storages[0].state).toBe('unknown');
  });
});

describe('GET /stats/storage', () => {
  it('sums the counters per camera, policy and storage', async () => {
    const stats = await read('/stats/storage');
    expect(stats.cameras).toMatchObject([
      { name: 'Door', segments: 1, bytes: 1_000, live_bytes: 1_000, archive_bytes: 0, removed: false },
      { name: 'Gate', segments: 2, bytes: 2_000, live_bytes: 1_000, archive_bytes: 1_000 },
    ]);
    expect(stats.policies).toMatchObject([{ name: 'Default', bytes: 3_000, live_max_bytes: null }]);
    expect(stats.storages).toMatchObject([{ storage_id: storageId, bytes: 3_000, segments: 3 }]);
  });

  it('sums only what the caller may see', async () => {
    const stats = await read('/stats/storage', guard);
    expect(stats.cameras.map(({ name }: { name: string }) => name)).toEqual(['Gate']);
    expect([stats.policies[0].bytes, stats.storages[0].bytes]).toEqual([2_000, 2_000]);
  });
});

describe('GET /metrics', () => {
  it('has gauges for each stream and storage', async () => {
    const text = String(await read('/metrics'));
    const labels = `camera_id="${gate}",camera="Gate",stream="main"`;
    expect(text).toContain(`holdfast_stream_bitrate_bps{${labels}} 4000000`);
    expect(text).toContain(`holdfast_stream_segment_lag_seconds{${labels}} 0.12`);
    expect(text).toContain(`holdfast_stream_restarts{${labels}} 2`);
    expect(text).toContain(`holdfast_stream_recording{${labels}} 1`);
    expect(text).toContain(`camera="Door",stream="main"} 0`);
    expect(text).toMatch(/holdfast_storage_pending_bytes\{.*storage="Default"\} 7/);
    expect(text).toMatch(/holdfast_storage_free_bytes\{.*\} 10/);
  });
});

describe('/config/restream', () => {
  it('shows no account until one is created on request', async () => {
    expect((await read('/config/restream')).account).toBeNull();
    const rotated = await test.call('POST', '/config/restream/rotate', { token: admin });
    expect(rotated.body.account.username).toBe('viewer');
    expect((await read('/config/restream')).account).toEqual(rotated.body.account);
    const again = await test.call('POST', '/config/restream/rotate', { token: admin });
    expect(again.body.account.password).not.toBe(rotated.body.account.password);
  });

  it('lists the address of each camera with the requested host, without credentials', async () => {
    const { cameras } = (
      await test.call('GET', '/config/restream', { token: admin, headers: { host: '192.168.1.5:8080' } })
    ).body;
    expect(cameras[1]).toEqual({
      camera_id: gate,
      name: 'Gate',
      main_url: `rtsp://192.168.1.5:8554/${gate}/main`,
      sub_url: null,
      whep_url: `http://192.168.1.5:8080/live/${gate}/whep`,
    });
  });

  it('stores the password encrypted', async () => {
    const { account } = (await test.call('POST', '/config/restream/rotate', { token: admin })).body;
    const row = await test.db.selectFrom('restreamAccount').selectAll().executeTakeFirstOrThrow();
    expect(row.password.toString('latin1')).not.toContain(account.password);
  });
});
