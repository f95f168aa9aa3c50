import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** After this answer Node closes a request without an error, and its time limit has no effect any more. */
export const UNASKED_SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n';

/** A server that answers every request so. */
export async function startSwitchingServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(({ socket }) => void socket.write(UNASKED_SWITCH));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
