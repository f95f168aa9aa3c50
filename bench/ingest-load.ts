import { connect } from 'node:net';

const CONNECTIONS = 16;

/** Sends reads as fast as they are stored, one at a time on each connection; returns their number and the time. */
export async function ingestLoad({
  address,
  ingestToken,
  durationMs,
  nextBody,
}: {
  address: string;
  ingestToken: string;
  durationMs: number;
  nextBody: () => object;
}): Promise<{ stored: number; elapsedMs: number }> {
  const { hostname, port } = new URL(address);
  const began = performance.now();
  const requestOf = (body: string) =>
    `POST /lpr/reads HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-ingest-token: ${ingestToken}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

  const oneConnection = () =>
    new Promise<number>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let stored = 0;
      const send = () => socket.write(requestOf(JSON.stringify(nextBody())));
      socket.once('connect', send);
      socket.once('error', reject);
      socket.on('data', (chunk) => {
        // A reply is short enough to come in one piece on loopback.
        if (!chunk.toString('latin1', 0, 12).startsWith('HTTP/1.1 201'))
          return reject(new Error(`not stored: ${chunk.toString('utf8').slice(0, 500)}`));
        stored += 1;
        if (performance.now() - began < durationMs) return void send();
        socket.destroy();
        resolve(stored);
      });
    });
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, oneConnection));
  return { stored: counts.reduce((sum, count) => sum + count, 0), elapsedMs: performance.now() - began };
}
