import { readdir, readFile } from 'node:fs/promises';
import { type SceneCamera, startSceneCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled } from './testing/footage.ts';
import { type Installation, openInstallation, type RunningRecorder, until } from './testing/installation.ts';

const PRE_MS = 2_000;
const POST_MS = 2_000;

let camera: SceneCamera;
let installation: Installation;
let recorder: RunningRecorder;
let cameraId: string;

beforeAll(async () => {
  camera = await startSceneCamera();
  installation = await openInstallation();
  await installation.db
    .updateTable('recordingPolicy')
    .set({ mode: 'motion', motionPreSeconds: PRE_MS / 1000, motionPostSeconds: POST_MS / 1000 })
    .execute();
  cameraId = await installation.addCamera({ name: 'Yard', url: camera.url, pixels: true });
  recorder = await installation.startRecorder();
});

afterAll(async () => {
  await installation?.close();
  await camera?.stop();
});

const stateIs = (wanted: string) =>
  until(
    async () => (await installation.db.selectFrom('streamStatus').select('state').executeTakeFirst())?.state === wanted,
  );
const sourceIs = (able: boolean) =>
  until(
    async () =>
      (await installation.db.selectFrom('motionSourceStatus').select('able').executeTakeFirst())?.able === able,
  );
const segments = () =>
  installation.db.selectFrom('segment').selectAll().where('cameraId', '=', cameraId).orderBy('startTs').execute();
const sendFrames = async (count: number) => {
  const from = camera.frames();
  await until(async () => camera.frames() >= from + count);
};
const events = () => installation.db.selectFrom('event').selectAll().orderBy('ts').execute();

it('line 12: everything is recorded until the background is learnt, then idle footage is not', async () => {
  await stateIs('recording');
  await sourceIs(true);
  await stateIs('idle');
  await settled(installation, cameraId);
  const before = await segments();
  expect(before.length).toBeGreaterThan(2);
  await sendFrames(60);
  expect(await segments()).toHaveLength(before.length);
  expect(before.some(({ hasMotion }) => hasMotion)).toBe(false);
});

it('line 10: motion is recorded with its complete pre- and post-roll, and marked', async () => {
  const before = (await segments()).length;
  camera.setMoving(true);
  await until(async () => (await events()).length === 1);
  await stateIs('recording');
  await sendFrames(30);
  camera.setMoving(false);
  await until(async () => (await events())[0]?.endTs != null);
  await stateIs('idle');
  await until(async () => (await segments()).slice(before).some(({ motionGrid }) => motionGrid !== null));
  const [event] = await events();
  expect(event).toMatchObject({ label: 'motion', sourceId: 'motion', lifecycle: 'end' });
  expect(event?.topScore).toBeGreaterThan(0);
  expect(event?.box).toHaveLength(4);
  const [startMs, endMs] = [event?.ts.getTime() ?? 0, event?.endTs?.getTime() ?? 0];
  await until(async () => ((await segments()).at(-1)?.endTs.getTime() ?? 0) >= endMs + POST_MS);
  const kept = (await segments()).slice(before);
  expect(kept[0]?.preciseStartTs.getTime()).toBeLessThanOrEqual(startMs - PRE_MS);
  expect(kept.at(-1)?.endTs.getTime()).toBeGreaterThanOrEqual(endMs + POST_MS);
  kept.slice(1).forEach((segment, i) => {
    expect(segment.preciseStartTs.getTime() - (kept[i]?.endTs.getTime() ?? 0)).toBeLessThan(500);
  });
  const moving = kept.filter(
    ({ preciseStartTs, endTs }) => endTs.getTime() > startMs && preciseStartTs.getTime() < endMs,
  );
  expect(moving.every(({ hasMotion }) => hasMotion)).toBe(true);
  expect(kept[0]?.hasMotion).toBe(false);
  const changes = await installation.db.selectFrom('streamStateChange').select('reason').orderBy('ts').execute();
  // Publishing the last file of the motion does not look like another recording.
  expect(changes.slice(-3).map(({ reason }) => reason)).toEqual(['idle', null, 'idle']);
});

it('line 12: while a decoder is dead everything is recorded, and motion recording resumes', async () => {
  const before = (await segments()).length;
  process.kill(await decoderPid(), 'SIGKILL');
  await stateIs('recording');
  await until(async () => (await segments()).length > before);
  await sourceIs(true);
  await stateIs('idle');
});

/** The recorder's child process that decodes frames. */
async function decoderPid(): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (line.includes('showinfo') && parent === recorder.process.pid) return Number(pid);
  }
  throw new Error('no decoder runs');
}
