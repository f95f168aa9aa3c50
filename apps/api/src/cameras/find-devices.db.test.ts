import { type FakeOnvifDevice, startFakeOnvifDevice } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let device: FakeOnvifDevice;
let test: TestApp;
let admin: string;
beforeAll(async () => {
  const stream = { encoding: 'H264', width: 640, height: 360 };
  device = await startFakeOnvifDevice({
    username: 'viewer',
    password: 'secret word',
    name: 'Yard <b>',
    hardware: 'HX-200',
    streams: [
      { ...stream, token: 'a', name: 'Sub', url: 'rtsp://127.0.0.1:554/sub' },
      { ...stream, token: 'b', name: 'Main', url: 'rtsp://127.0.0.1:554/main', width: 1920, height: 1080 },
    ],
  });
  test = await startTestApp(inject('postgresUrl'), { discoveryTarget: device.probe });
  admin = await test.bootstrap();
});
afterAll(async () => {
  await test?.close();
  await device?.stop();
});

const streams = (body: object) =>
  test.call('POST', '/cameras/discover/streams', {
    token: admin,
    body: { service_url: device.serviceUrl, username: 'viewer', password: 'secret word', ...body },
  });

describe('finding a camera', () => {
  it('shows the devices that answer', async () => {
    const found = async () => (await test.call('POST', '/cameras/discover', { token: admin })).body;
    await expect.poll(found).toEqual({
      items: [{ address: '127.0.0.1', service_url: device.serviceUrl, name: 'Yard <b>', hardware: 'HX-200' }],
    });
  });

  it('searches the network once for concurrent callers', async () => {
    const ask = () => test.call('POST', '/cameras/discover', { token: admin });
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
  });

  it('shows its streams, the largest first', async () => {
    const { status, body } = await streams({});
    expect(status).toBe(200);
    expect(body.items.map(({ name, width }: { name: string; width: number }) => [name, width])).toEqual([
      ['Main', 1920],
      ['Sub', 640],
    ]);
  });

  it('explains a failure', async () => {
    const wrong = await streams({ password: 'wrong' });
    expect([wrong.status, wrong.body.detail]).toEqual([502, 'The camera rejected the user name or password.']);
    const outside = await streams({ service_url: 'http://169.254.169.254/latest' });
    expect([outside.status, outside.body.errors[0].pointer]).toEqual([422, '/service_url']);
  });
});

describe('the version', () => {
  it('reports that this is not the demo', async () =>
    expect((await test.call('GET', '/version')).body).toMatchObject({ demo: false }));
});
