import { type FakeOnvifDevice, type SceneCamera, startFakeOnvifDevice, startSceneCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled } from './testing/footage.ts';
import { type Installation, openInstallation, until } from './testing/installation.ts';

const PRE_MS = 2_000;
const ALARM = { topic: 'tns1:VideoSource/MotionAlarm', item: 'State' };
const MOTION = { topic: 'tns1:RuleEngine/CellMotionDetector/Motion', item: 'IsMotion' };
const PEOPLE = { topic: 'tns1:RuleEngine/MyRuleDetector/PeopleDetect', item: 'State' };

let camera: SceneCamera;
let device: FakeOnvifDevice;
let installation: Installation;
let cameraId: string;

beforeAll(async () => {
  camera = await startSceneCamera();
  device = await startFakeOnvifDevice({
    username: 'ann',
    password: 'secret',
    name: 'Yard',
    hardware: 'H',
    streams: [],
  });
  for (const property of [ALARM, MOTION, PEOPLE]) device.events.set(property, false);
  installation = await openInstallation();
  const { db } = installation;
  await db
    .updateTable('recordingPolicy')
    .set({ mode: 'motion', motionPreSeconds: PRE_MS / 1000, motionPostSeconds: 0 })
    .execute();
  // A camera of the tests asks for no login, and ignores one.
  cameraId = await installation.addCamera({ name: 'Yard', url: camera.url.replace('://', '://ann:secret@') });
  await db.updateTable('camera').set({ motionCameraEnabled: true, onvifUrl: device.serviceUrl }).execute();
  await installation.startRecorder();
});

afterAll(async () => {
  await installation?.close();
  await camera?.stop();
  await device?.stop();
});

const stateIs = (wanted: string) =>
  until(
    async () => (await installation.db.selectFrom('streamStatus').select('state').executeTakeFirst())?.state === wanted,
  );
const segments = () => installation.db.selectFrom('segment').selectAll().orderBy('startTs').execute();
const events = () => installation.db.selectFrom('event').selectAll().orderBy('ts').orderBy('label').execute();
const sendFrames = async (count: number) => {
  const from = camera.frames();
  await until(async () => camera.frames() >= from + count);
};

it('records nothing while the camera notices nothing, and what it notices with the time before it', async () => {
  await stateIs('idle');
  await settled(installation, cameraId);
  const before = (await segments()).length;
  await sendFrames(60);
  expect(await segments()).toHaveLength(before);
  const onMs = Date.now();
  device.events.set(ALARM, true);
  device.events.set(MOTION, true);
  device.events.set(PEOPLE, true);
  await stateIs('recording');
  await sendFrames(30);
  const offMs = Date.now();
  for (const property of [ALARM, MOTION, PEOPLE]) device.events.set(property, false);
  await stateIs('idle');
  await until(async () => ((await segments()).at(-1)?.endTs.getTime() ?? 0) >= offMs);
  const kept = (await segments()).slice(before);
  expect(kept[0]?.preciseStartTs.getTime()).toBeLessThanOrEqual(onMs - PRE_MS);
  expect(kept.some(({ hasMotion }) => hasMotion)).toBe(true);
  await until(async () => (await events()).every(({ lifecycle }) => lifecycle === 'end'));
  // The same motion on two topics is one event.
  expect((await events()).map(({ label, sourceId }) => `${label} of ${sourceId}`).sort()).toEqual([
    'motion of motion',
    'person of camera',
  ]);
});

it.each(['drops', 'html', 'floods', 'rejects'] as const)(
  'records everything while the camera %s, reports this, and returns to motion',
  async (manners) => {
    await stateIs('idle');
    const before = (await segments()).length;
    device.events.manners = manners === 'rejects' ? 'forgets' : manners;
    await stateIs('recording');
    device.events.manners = manners;
    await until(async () => (await segments()).length > before + 2);
    await until(async () => {
      const status = await installation.db.selectFrom('motionSourceStatus').selectAll().executeTakeFirst();
      return status?.source === 'camera' && !status.able && status.reason !== null;
    });
    device.events.manners = 'ok';
    await stateIs('idle');
  },
);
