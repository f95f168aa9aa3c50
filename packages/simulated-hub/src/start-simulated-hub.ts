import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { converse, type Follower } from './hub-conversation.ts';
import { createHubEntities, type HubEntities } from './hub-entities.ts';

/** How tests make a hub misbehave; each can be changed at any time. */
export interface HubFaults {
  /** Nothing is answered, on open connections as well. */
  isSilent(): boolean;
  /** Sees every request, and returns whether it has answered instead of the hub. */
  answers(request: IncomingMessage, response: ServerResponse): boolean;
  /** The status with which an upgrade is refused, with further headers; one that meets `silence` is never answered. */
  refusesUpgrade(request: IncomingMessage): string | undefined;
  onCommand(type: string): void;
}

export interface SimulatedHub extends HubEntities {
  readonly url: string;
  /** Other tokens are refused. */
  token: string;
  /** The number of open WebSockets. */
  sockets(): number;
  /** All connections are reset, and nothing listens until `listen`. */
  stop(): Promise<void>;
  listen(): Promise<void>;
}

export interface SimulatedHubOptions {
  token: string;
  /** 0 takes any free one. */
  port: number;
  tls?: { key: Buffer; cert: Buffer };
  faults?: HubFaults;
}

const noFaults: HubFaults = {
  isSilent: () => false,
  answers: () => false,
  refusesUpgrade: () => undefined,
  onCommand: () => {},
};

/** A smart-home hub with the REST and WebSocket protocols of Home Assistant, on the loopback address. */
export async function startSimulatedHub({
  token,
  port: wantedPort,
  tls,
  faults = noFaults,
}: SimulatedHubOptions): Promise<SimulatedHub> {
  const followers = new Set<Follower>();
  const connections = new Set<Socket>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  const { isSilent, onCommand } = faults;
  const entities = createHubEntities((entityId, event) => {
    if (isSilent()) return;
    for (const { socket, id, entityIds } of followers)
      if (entityIds.size === 0 || entityIds.has(entityId)) socket.send(JSON.stringify({ id, type: 'event', event }));
  });

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    if (!faults.answers(request, response) && !isSilent()) answer({ entities, token: hub.token }, request, response);
  };
  const server = tls ? createTlsServer(tls, onRequest) : createServer(onRequest);
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket)).on('error', () => {});
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    socket.on('error', () => {});
    const refusal = faults.refusesUpgrade(request);
    if (isSilent() || refusal === 'silence') return;
    if (refusal !== undefined || request.url !== '/api/websocket')
      return socket.end(`HTTP/1.1 ${refusal ?? '404 Not Found'}\r\ncontent-length: 0\r\n\r\n`);
    sockets.handleUpgrade(request, socket, head, (opened) =>
      converse(opened, { entities, followers, token: () => hub.token, isSilent, onCommand }),
    );
  });
  const listenOn = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listenOn(wantedPort);
  const { port } = server.address() as AddressInfo;

  const hub: SimulatedHub = {
    ...entities,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    token,
    sockets: () => sockets.clients.size,
    listen: () => listenOn(port),
    stop: async () => {
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      followers.clear();
      for (const socket of sockets.clients) socket.terminate();
      for (const socket of connections) socket.resetAndDestroy();
      await closed;
    },
  };
  return hub;
}

function answer(
  { entities, token }: { entities: HubEntities; token: string },
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
): unknown {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (method !== 'GET') return json(405, { message: 'Method Not Allowed' });
  if (headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end('401: Unauthorized');
  if (url === '/api/') return json(200, { message: 'API running.' });
  if (url === '/api/states') return json(200, entities.listed());
  return json(404, { message: 'Not found' });
}
