import { insertRestreamAccount } from '@holdfast/db';
import { type Relay, startRelay } from '@holdfast/media';
import { type ClockCamera, startChromium, startClockCamera } from '@holdfast/testkit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { showLive } from './test-live-page.ts';

let test: TestApp;
let relay: Relay;
let camera: ClockCamera;
let browser: Browser;
let target: { origin: string; cameraId: string; token: string };

beforeAll(async () => {
  relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
  test = await startTestApp(inject('postgresUrl'), { rtspPort: relay.port });
  const admin = await test.bootstrap();
  await insertRestreamAccount(test.db, { username: 'viewer', password: test.secrets.seal('any') });
  const created = await test.call('POST', '/config/cameras', {
    token: admin,
    body: { name: 'Clock', main_url: 'rtsp://127.0.0.1:1/x' },
  });
  const cameraId = created.body.id as string;
  relay.setSource({ cameraId, stream: 'main' }, { kind: 'publish' });
  camera = startClockCamera(`rtsp://publisher:any@127.0.0.1:${relay.port}/${cameraId}/main`);
  const { token } = (await test.call('GET', `/media-token?camera_id=${cameraId}`, { token: admin })).body;
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  target = { origin: test.app.listeningOrigin, cameraId, token };
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await camera?.stop();
  await test?.close();
  await relay?.close();
});

it.each(['MSE', 'WebRTC'] as const)(
  'shows the live picture over %s, for the first viewer and a late one',
  async (transport) => {
    await expect.poll(() => relay.stats()[0]?.state.kind).toBe('streaming');
    for (const viewer of ['first', 'late']) {
      const { firstFrameMs, lagsMs, close } = await showLive(browser, { ...target, transport });
      // Later, because the first viewer goes on watching beside the late one.
      onTestFinished(close);
      console.log(
        `live over ${transport}, ${viewer} viewer: first frame ${firstFrameMs} ms, lag median ${lagsMs[7]} ms, worst ${lagsMs.at(-1)} ms`,
      );
      // The picture is current, not from when the page was opened.
      expect(lagsMs[7]).toBeLessThan(5_000);
    }
  },
);
