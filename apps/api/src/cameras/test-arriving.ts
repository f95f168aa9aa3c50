import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** The server's end of the connection over which the next request comes, once the request is there. */
export async function nextConnection(server: Server): Promise<Socket> {
  const [{ socket }] = (await once(server, 'request')) as [IncomingMessage];
  return socket;
}
