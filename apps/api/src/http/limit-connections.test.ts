import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createLogger } from '@holdfast/kit';
import { afterEach, expect, it } from 'vitest';
import { limitConnections } from './limit-connections.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let server: Server;
let port: number;
let handled = 0;
const sockets: Socket[] = [];

async function start({ isLocal = (): boolean => false, answers = true } = {}) {
  handled = 0;
  server = createServer((_request, reply) => {
    handled += 1;
    if (answers) setImmediate(() => reply.end('x'));
  });
  limitConnections(server, { isLocal, log, limits: { connections: 20, perAddress: 3, pipelined: 4 } });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
}
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const open = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
};
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

it('ends a connection that sends more requests than it reads answers, and works on none of the rest', async () => {
  await start({ answers: false });
  const socket = await open();
  socket.resume().write(REQUEST.repeat(500));
  await once(socket, 'close');
  expect(handled).toBe(4);
});

it('serves any number of requests of a client that reads the answers', async () => {
  await start();
  const socket = await open();
  for (let n = 0; n < 30; n += 1) {
    socket.write(REQUEST);
    await once(socket, 'data');
  }
  expect(handled).toBe(30);
});

it('ends connections of one address beyond its share, and takes others when some have left', async () => {
  await start();
  const held = [await open(), await open(), await open()];
  const tooMany = await open();
  await once(tooMany.resume(), 'close');
  held[0]?.destroy();
  // The server learns a little later that it has left.
  const isServed = async () => {
    const next = await open();
    next.write(REQUEST);
    const answered = once(next, 'data').then(() => true);
    return Promise.race([answered, once(next, 'close').then(() => false)]);
  };
  while (!(await isServed()));
});

it('has no share for this machine and trusted proxies', async () => {
  await start({ isLocal: () => true });
  for (let n = 0; n < 10; n += 1) {
    const socket = await open();
    socket.write(REQUEST);
    await once(socket, 'data');
  }
  expect(handled).toBe(10);
});
