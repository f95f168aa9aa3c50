import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { setUpDemo } from './set-up-demo.ts';

it('prints the sign-in before the simulated cameras are up', async () => {
  const api = createServer((_, reply) => {
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ token: 't', expires_at: '2030-01-01T00:00:00.000Z' }));
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const stopping = new AbortController();
  const printed = Promise.withResolvers<string>();
  const run = setUpDemo({
    baseUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    password: { text: 'seven gates', file: '/data/password', isNew: true },
    ports: { rtsp: 1, hub: 1, mqtt: 1, detector: 1 },
    camerasReady: new Promise(() => undefined),
    print: printed.resolve,
    cameras: [],
  }).run(stopping.signal);
  expect(await printed.promise).toMatch(/sign in at http:\S+ as admin with the password seven gates/);
  stopping.abort();
  await run;
  api.close();
});
