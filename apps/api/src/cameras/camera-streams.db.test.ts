import { noteStreamFacts, replaceStreamStatus, type StreamStatusRow } from '@holdfast/db';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let admin: string;
let guard: string;
let gate: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const body = { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x', sub_url: 'rtsp://127.0.0.1:1/y' };
  gate = (await test.call('POST', '/config/cameras', { token: admin, body })).body.id;
  const role = { name: 'Guard', capabilities: [], camera_ids: [gate] };
  const { id: role_id } = (await test.call('POST', '/config/roles', { token: admin, body: role })).body;
  const user = { username: 'guard', password: 'long enough' };
  await test.call('POST', '/config/users', { token: admin, body: { ...user, role_id } });
  guard = (await test.call('POST', '/auth/login', { body: user })).body.token;
});
afterAll(() => test?.close());

const streams = async () => (await test.call('GET', '/cameras', { token: guard })).body.items[0].streams;
const report = (...rows: Partial<StreamStatusRow>[]) =>
  test.db.transaction().execute((tx) =>
    replaceStreamStatus(
      tx,
      rows.map((row) => ({
        ...{ cameraId: gate, stream: 'main', state: 'recording', detail: null, since: new Date(), restarts: 0 },
        ...{ bitrateBps: null, lastSegmentEndTs: null, segmentLagMs: null, updatedAt: new Date() },
        ...{ codecs: null, width: null, height: null, fps: null, audioCodec: null, ...row },
      })),
    ),
  );

it('shows the streams to any viewer of the camera, also while it is offline', async () => {
  expect(await streams()).toEqual([]);
  await report({ codecs: 'hvc1.1.6.L93.B0,mp4a.40.2', width: 3840, height: 2160, fps: 24.98, audioCodec: 'mp4a.40.2' });
  const seen = {
    stream: 'main',
    codec: 'h265',
    codec_string: 'hvc1.1.6.L93.B0',
    width: 3840,
    height: 2160,
    fps: 24.98,
    audio_codec: 'mp4a.40.2',
    seen_at: expect.any(String),
  };
  expect(await streams()).toEqual([seen]);
  await report({ state: 'offline' });
  expect(await streams()).toEqual([seen]);
  await report();
  expect(await streams()).toEqual([seen]);
});

it('drops facts of another codec, and keeps facts that a partial probe lacks', async () => {
  const look = { cameraId: gate, stream: 'main', width: null, height: null, fps: null, seenAt: new Date() } as const;
  await noteStreamFacts(test.db, [{ ...look, codec: 'h265', codecString: null, audioCodec: 'ulaw' }]);
  expect(await streams()).toMatchObject([{ width: 3840, codec_string: 'hvc1.1.6.L93.B0', audio_codec: 'ulaw' }]);
  await noteStreamFacts(test.db, [{ ...look, codec: 'h264', codecString: 'avc1.640028', audioCodec: null }]);
  expect(await streams()).toMatchObject([
    { codec: 'h264', codec_string: 'avc1.640028', width: null, fps: null, audio_codec: null },
  ]);
});

it('does not store small changes of the frame rate', async () => {
  const look = { cameraId: gate, stream: 'sub', codec: 'h264', codecString: 'avc1.42c01e' } as const;
  const rest = { width: 640, height: 360, audioCodec: null };
  await noteStreamFacts(test.db, [{ ...look, ...rest, fps: 15, seenAt: new Date(0) }]);
  await noteStreamFacts(test.db, [{ ...look, ...rest, fps: 15.2, seenAt: new Date(1_000) }]);
  expect((await streams())[1]).toMatchObject({ fps: 15, seen_at: '1970-01-01T00:00:00.000Z' });
});

it('omits a sub stream that the camera no longer has', async () => {
  await test.call('PUT', `/config/cameras/${gate}`, { token: admin, body: { sub_url: null } });
  expect((await streams()).map(({ stream }: { stream: string }) => stream)).toEqual(['main']);
});
