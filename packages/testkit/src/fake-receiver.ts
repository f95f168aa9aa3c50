import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** `slam`: closes the connection without a reply. */
export type Manners = 'ok' | 'hang' | 'fail' | 'redirect' | 'endless' | 'slam';

export interface FakeReceiver {
  url: string;
  received: ReceivedRequest[];
  /** May change between requests. */
  manners: Manners;
  redirectTo: string;
  stop(): Promise<void>;
}

/** A receiver of alerts that can misbehave. */
export async function startFakeReceiver(manners: Manners = 'ok'): Promise<FakeReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      receiver.received.push({ method, url, headers, body: Buffer.concat(chunks) });
      switch (receiver.manners) {
        case 'ok':
          return void response.writeHead(200).end('{"ok":true}');
        case 'fail':
          return void response.writeHead(500).end('token=secret of the receiver');
        case 'redirect':
          return void response.writeHead(302, { location: receiver.redirectTo }).end();
        case 'endless':
          response.writeHead(200);
          return void pour();
        case 'hang':
        case 'slam':
          return undefined;
      }
      function pour() {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        if (!response.destroyed) response.once('drain', pour);
      }
    });
  });
  server.on('connection', (socket) => {
    if (receiver.manners === 'slam') socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: FakeReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    manners,
    redirectTo: 'http://169.254.169.254/latest/meta-data/',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
