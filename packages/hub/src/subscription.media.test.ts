import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { openSubscription } from './subscription.ts';

/** A hub that sends arbitrary messages, and the messages it received. */
async function startHub(speak: (socket: WebSocket) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  await once(server, 'listening');
  const heard: string[] = [];
  server.on('connection', (socket) => {
    socket.on('message', (data) => heard.push(JSON.parse(data.toString()).type)).on('error', () => {});
    speak(socket);
  });
  const { port } = server.address() as AddressInfo;
  const opened = openSubscription({
    hub: { baseUrl: `http://127.0.0.1:${port}`, token: 'secret', certificate: null },
    outbound: {},
    entityIds: new Set(['light.a']),
    limitMs: 30_000,
    nowMs: Date.now,
    onChange: () => {},
    onClose: () => {},
  });
  return { opened, heard };
}

it.each([
  ['asks for the login', ['auth_required', 'auth_required']],
  ['confirms the login', ['auth_required', 'auth_ok', 'auth_ok']],
  ['confirms a login that was not sent', ['auth_ok']],
])('ends the conversation with a hub that %s again and again', async (_title, types) => {
  const { opened, heard } = await startHub((socket) => {
    for (const type of [...types, ...Array<string>(1_000).fill(types.at(-1) ?? '')])
      socket.send(JSON.stringify({ type }));
  });
  await expect(opened).rejects.toMatchObject({ kind: 'foreign' });
  expect(heard.length).toBeLessThanOrEqual(2);
});
