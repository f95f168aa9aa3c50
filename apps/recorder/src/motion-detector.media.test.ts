import { type Mosquitto, type SceneCamera, startMosquitto, startSceneCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled } from './testing/footage.ts';
import { type Installation, openInstallation, until } from './testing/installation.ts';

const PRE_MS = 2_000;
const POST_MS = 2_000;

let camera: SceneCamera;
let broker: Mosquitto;
let installation: Installation;
let cameraId: string;

beforeAll(async () => {
  [camera, broker, installation] = await Promise.all([startSceneCamera(), startMosquitto(), openInstallation()]);
  const { db } = installation;
  await db
    .updateTable('recordingPolicy')
    .set({ mode: 'motion', motionPreSeconds: PRE_MS / 1000, motionPostSeconds: POST_MS / 1000 })
    .execute();
  await db
    .updateTable('detectorConfig')
    .set({ enabled: true, mqttUrl: `mqtt://127.0.0.1:${broker.port}` })
    .execute();
  cameraId = await installation.addCamera({ name: 'yard', url: camera.url });
  await db.updateTable('camera').set({ motionDetectorEnabled: true }).execute();
  await installation.startRecorder();
});

afterAll(async () => {
  await installation?.close();
  await broker?.stop();
  await camera?.stop();
});

const stateIs = (wanted: string) =>
  until(
    async () => (await installation.db.selectFrom('streamStatus').select('state').executeTakeFirst())?.state === wanted,
  );
const segments = () => installation.db.selectFrom('segment').selectAll().orderBy('startTs').execute();
const sendFrames = async (count: number) => {
  const from = camera.frames();
  await until(async () => camera.frames() >= from + count);
};
const send = (type: 'new' | 'end', startMs: number, after: object = {}) => {
  const tracked = { id: `${startMs}-a`, camera: 'yard', label: 'person', start_time: startMs / 1000, top_score: 0.8 };
  const message = { type, before: tracked, after: { ...tracked, ...after } };
  return broker.publish('frigate/events', JSON.stringify(message));
};

it('line 12: everything is recorded until the subscription is confirmed, then idle footage is not', async () => {
  await stateIs('idle');
  const idleSinceMs = Date.now();
  await sendFrames(60);
  // One that was recorded before may be published after.
  expect((await segments()).filter(({ startTs }) => startTs.getTime() > idleSinceMs)).toEqual([]);
});

it('line 10: a detection is recorded with its complete pre- and post-roll, and marked', async () => {
  const before = (await segments()).length;
  const startMs = Date.now();
  await send('new', startMs);
  await sendFrames(50);
  const endMs = Date.now();
  await send('end', startMs, { end_time: endMs / 1000 });
  await stateIs('idle');
  await until(async () => ((await segments()).at(-1)?.endTs.getTime() ?? 0) >= endMs + POST_MS);
  const kept = (await segments()).slice(before);
  expect(kept[0]?.preciseStartTs.getTime()).toBeLessThanOrEqual(startMs - PRE_MS);
  kept.slice(1).forEach((segment, i) => {
    expect(segment.preciseStartTs.getTime() - (kept[i]?.endTs.getTime() ?? 0)).toBeLessThan(500);
  });
  expect(kept.some(({ hasMotion }) => hasMotion)).toBe(true);
});

const outages: [string, () => Promise<void>, () => Promise<void>][] = [
  ['is killed', () => broker.kill(), startAgain],
  [
    'hangs',
    async () => broker.freeze(),
    async () => {
      broker.thaw();
    },
  ],
  [
    'denies the subscription',
    async () => {
      const { port } = broker;
      await broker.stop();
      broker = await startMosquitto({ port, denied: true });
    },
    async () => {
      await broker.stop();
      await startAgain();
    },
  ],
];

it.each(outages)(
  'line 12: everything is recorded while the broker %s, and motion recording resumes',
  async (_title, fail, mend) => {
    await stateIs('idle');
    const before = (await segments()).length;
    await fail();
    await stateIs('recording');
    // One that was closed before may still be on its way into the index.
    await until(async () => (await segments()).length > before + 2);
    await until(async () => {
      const status = await installation.db.selectFrom('motionSourceStatus').selectAll().executeTakeFirst();
      return status?.able === false && status.reason !== null;
    });
    await mend();
    await stateIs('idle');
    await settled(installation, cameraId);
    const after = (await segments()).length;
    await sendFrames(30);
    expect(await segments()).toHaveLength(after);
  },
);

async function startAgain(): Promise<void> {
  broker = await startMosquitto({ port: broker.port });
}
