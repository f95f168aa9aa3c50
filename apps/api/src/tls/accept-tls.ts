import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificates } from './certificates.ts';

/** First byte of a TLS handshake; no HTTP request starts with it. */
const TLS_HANDSHAKE = 0x16;
/** For the first byte, and again for the handshake. */
const HANDSHAKE_MS = 10_000;

/**
 * Lets an HTTP server take TLS on the same port: a connection that begins with a handshake is decrypted before the server sees
 * it, any other is passed on as it is.
 */
export function acceptTls(
  server: Server,
  certificates: Pick<Certificates, 'context'>,
  { handshakeMs = HANDSHAKE_MS } = {},
): void {
  const handlers = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const pass = (socket: Socket) => {
    for (const handle of handlers) handle.call(server, socket);
  };
  const decrypt = (socket: Socket) => {
    const secure = new TLSSocket(socket, {
      isServer: true,
      secureContext: certificates.context(),
      ALPNProtocols: ['http/1.1'],
    });
    const end = () => secure.destroy();
    const late = setTimeout(end, handshakeMs);
    secure.once('close', () => clearTimeout(late));
    // A browser that does not trust the certificate hangs up.
    secure.once('error', end);
    secure.once('secure', () => {
      clearTimeout(late);
      secure.off('error', end);
      pass(secure);
    });
  };
  server.on('connection', (socket: Socket) => {
    const end = () => socket.destroy();
    const late = setTimeout(end, handshakeMs);
    socket.once('close', () => clearTimeout(late));
    socket.once('error', end);
    socket.once('data', (first) => {
      clearTimeout(late);
      socket.off('error', end);
      socket.pause();
      socket.unshift(first);
      if (first[0] === TLS_HANDSHAKE) decrypt(socket);
      else {
        pass(socket);
        socket.resume();
      }
    });
  });
}
