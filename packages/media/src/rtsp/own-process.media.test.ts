import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isOwnProcess } from './own-process.ts';

const OTHER_USER = 4_294_900_000;

/** The server's end of a connection. */
async function accepted({ listen, connectTo }: { listen: string; connectTo: string }): Promise<Socket> {
  const server = net.createServer().listen(0, listen);
  await once(server, 'listening');
  const client = net.connect({ host: connectTo, port: (server.address() as AddressInfo).port });
  const [socket] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    client.destroy();
    socket.destroy();
    server.close();
  });
  return socket;
}

it.each([
  { listen: '127.0.0.1', connectTo: '127.0.0.1' },
  { listen: '0.0.0.0', connectTo: '127.0.0.1' },
  { listen: '::', connectTo: '127.0.0.1' },
  { listen: '::1', connectTo: '::1' },
])('recognises a process of our own user at $connectTo, and no other (listening on $listen)', async (places) => {
  const socket = await accepted(places);
  expect(await isOwnProcess(socket)).toBe(true);
  expect(await isOwnProcess(socket, OTHER_USER)).toBe(false);
});

it('rejects a peer that is not in the socket table', async () => {
  const socket = await accepted({ listen: '127.0.0.1', connectTo: '127.0.0.1' });
  expect(await isOwnProcess(socket, 0, async () => 'sl local_address rem_address st')).toBe(false);
});

it('rejects other machines, and accepts this one if there is no socket table', async () => {
  const here = { remoteAddress: '127.0.0.1', localAddress: '127.0.0.1', remotePort: 1, localPort: 2 };
  const noList = async () => undefined;
  expect(await isOwnProcess({ ...here, remoteAddress: '192.168.1.7' }, 0, noList)).toBe(false);
  expect(await isOwnProcess(here, 0, noList)).toBe(true);
});
