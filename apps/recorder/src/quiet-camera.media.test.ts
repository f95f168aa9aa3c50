import { h264Pictures, startBareCamera } from '@holdfast/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { openInstallation, until } from './testing/installation.ts';

it('a camera that sends packets without pictures is not shown as recording, long before it is reconnected', async () => {
  const pictures = await h264Pictures({ size: '320x240', seconds: 2 });
  const message = Buffer.concat([Buffer.from([6]), Buffer.alloc(40, 0x55)]);
  let isQuiet = false;
  let connections = 0;
  const camera = await startBareCamera({
    picture: (index, connection) => {
      connections = connection + 1;
      return { nals: isQuiet ? [message] : (pictures[index % pictures.length] ?? []), rtpTime: index * 4_500 };
    },
  });
  onTestFinished(() => camera.stop());
  const installation = await openInstallation();
  onTestFinished(() => installation.close());
  const cameraId = await installation.addCamera({ name: 'Quiet', url: camera.url });
  // Only the short limit can end the state within this test.
  await installation.startRecorder({ timing: { quietMs: 1_000, stallMs: 3_600_000 } });
  const stateIs = (state: string) =>
    until(async () => {
      const status = await installation.db
        .selectFrom('streamStatus')
        .select('state')
        .where('cameraId', '=', cameraId)
        .executeTakeFirst();
      return status?.state === state;
    });
  await stateIs('recording');
  isQuiet = true;
  await stateIs('stalled');
  isQuiet = false;
  await stateIs('recording');
  expect(connections).toBe(1);
});

it('a camera that repeats its last pictures to every new connection and then is silent is not shown as recording', async () => {
  const pictures = await h264Pictures({ size: '320x240', seconds: 2 });
  const pictureAt = (index: number) => ({ nals: pictures[index % pictures.length] ?? [], rtpTime: index * 4_500 });
  let isHung = false;
  let connections = 0;
  const camera = await startBareCamera({
    picture: (index, connection) => {
      connections = connection + 1;
      if (!isHung) return pictureAt(index);
      // All at once, or a slow machine would make a flow of them.
      return index === 0 ? Array.from({ length: 10 }, (_, at) => pictureAt(at)) : [];
    },
  });
  onTestFinished(() => camera.stop());
  const installation = await openInstallation();
  onTestFinished(() => installation.close());
  const cameraId = await installation.addCamera({ name: 'Hung', url: camera.url });
  await installation.startRecorder({ timing: { quietMs: 1_500, stallMs: 3_000 } });
  const state = async () => {
    const { state } = await installation.db
      .selectFrom('streamStatus')
      .select('state')
      .where('cameraId', '=', cameraId)
      .executeTakeFirstOrThrow();
    return state;
  };
  await until(async () => (await state().catch(() => undefined)) === 'recording');
  isHung = true;
  await until(async () => (await state()) !== 'recording');
  const before = connections;
  const seen = new Set<string>();
  await until(async () => {
    seen.add(await state());
    return connections >= before + 3;
  });
  expect([...seen]).not.toContain('recording');
  isHung = false;
  await until(async () => (await state()) === 'recording');
});
