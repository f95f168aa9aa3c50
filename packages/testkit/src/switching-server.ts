import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A protocol switch that the client did not request: Node then closes the request without an error, and its time limit
 * has no effect any more.
 */
export const SWITCHING_PROTOCOLS = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n';

/** A server that answers every request with a protocol switch. */
export async function startSwitchingServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(({ socket }) => void socket.write(SWITCHING_PROTOCOLS));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
