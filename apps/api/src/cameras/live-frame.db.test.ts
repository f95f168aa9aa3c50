import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

// A camera that takes connections and never says a word, so that whoever reads it stays until told to go.
const connected = new Set<Socket>();
let everConnected = 0;
let camera: Server;
let test: TestApp;
let token: string;
let address: string;
let sourceUrl: string;
beforeAll(async () => {
  camera = createServer((socket) => {
    everConnected += 1;
    connected.add(socket);
    socket.on('error', () => undefined).on('close', () => connected.delete(socket));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(camera, 'listening');
  sourceUrl = `rtsp://127.0.0.1:${(camera.address() as AddressInfo).port}/x`;
  test = await startTestApp(inject('postgresUrl'));
  token = await test.bootstrap();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const socket of connected) socket.destroy();
  camera.close();
  await test?.close();
});
beforeEach(() => {
  everConnected = 0;
});

const headers = () => ({ authorization: `Bearer ${token}` });

it('forty widths of one camera cost a handful of connections, and none once all viewers have left', async () => {
  const made = await test.call('POST', '/config/cameras', { token, body: { name: 'Silent', main_url: sourceUrl } });
  const left = new AbortController();
  const viewers = Array.from({ length: 40 }, (_, index) =>
    fetch(`${address}/cameras/${made.body.id}/frame.jpg?width=${100 + 90 * index}`, {
      headers: headers(),
      signal: left.signal,
    }).catch(() => 'left'),
  );
  await expect.poll(() => connected.size).toBe(6);
  left.abort();
  expect(new Set(await Promise.all(viewers))).toEqual(new Set(['left']));
  await expect.poll(() => connected.size).toBe(0);
  expect(everConnected).toBe(6);
});

it('a trial of an address ends when the one who asked for it leaves', async () => {
  const left = new AbortController();
  const asked = fetch(`${address}/config/cameras/test`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify({ url: sourceUrl }),
    signal: left.signal,
  }).catch(() => 'left');
  await expect.poll(() => connected.size).toBe(1);
  left.abort();
  expect(await asked).toBe('left');
  await expect.poll(() => connected.size).toBe(0);
});
