import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * - `hang`: accepts connections and reads, but answers nothing
 * - `login-page`: a proxy answers everything with a page and status 200
 * - `no-socket`: a proxy refuses the upgrade
 * - `endless`: the upgrade is refused, and the list of states never ends
 */
export type HubManners = 'ok' | 'hang' | 'login-page' | 'redirect' | 'no-socket' | 'fail' | 'endless';

export interface FakeHub {
  readonly url: string;
  /** May be changed at any time; open connections obey as well. */
  manners: HubManners;
  /** Other tokens are refused. */
  token: string;
  redirectTo: string;
  /** Every request that arrived, upgrades included, also those that were not answered. */
  readonly requests: { method: string; path: string }[];
  /** The types of all commands that arrived over WebSockets. */
  readonly commands: string[];
  /** The number of open WebSockets. */
  sockets(): number;
  set(entityId: string, state: string, attributes?: Record<string, unknown>): void;
  rename(from: string, to: string): void;
  remove(entityId: string): void;
  /** All connections are reset, and nothing listens until `revive`. */
  die(): Promise<void>;
  revive(): Promise<void>;
  stop(): Promise<void>;
}

interface Entity {
  state: string;
  attributes: Record<string, unknown>;
  changedMs: number;
}

interface Follower {
  socket: WebSocket;
  id: number;
  entityIds: ReadonlySet<string>;
}

const LOGIN_PAGE = '<!doctype html><title>Login</title><form method="post"></form>';
const run = promisify(execFile);

/** A smart-home hub with the REST and WebSocket protocols of Home Assistant, which can misbehave. */
export async function startFakeHub({ tls = false } = {}): Promise<FakeHub> {
  const entities = new Map<string, Entity>();
  const followers = new Set<Follower>();
  const connections = new Set<Socket>();
  const sockets = new WebSocketServer({ noServer: true });
  const certificate = tls ? await makeCertificate() : undefined;

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    note(request);
    request.resume();
    if (hub.manners !== 'hang') answerRequest({ hub, entities }, request, response);
  };
  const server = certificate ? createTlsServer(certificate, onRequest) : createServer(onRequest);
  const note = ({ method = '', url = '' }: IncomingMessage) => hub.requests.push({ method, path: url });
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket)).on('error', () => {});
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    note(request);
    socket.on('error', () => {});
    if (hub.manners === 'hang') return;
    const refusal = {
      'no-socket': '404 Not Found',
      endless: '404 Not Found',
      fail: '500 Oops',
      'login-page': '200 OK',
      redirect: '302 Found',
    };
    const status = (refusal as Partial<Record<HubManners, string>>)[hub.manners];
    if (status !== undefined || request.url !== '/api/websocket')
      return socket.end(
        `HTTP/1.1 ${status ?? '404 Not Found'}\r\nlocation: ${hub.redirectTo}\r\ncontent-length: 0\r\n\r\n`,
      );
    sockets.handleUpgrade(request, socket, head, (opened) => converse({ hub, entities, followers }, opened));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      followers.clear();
      for (const socket of sockets.clients) socket.terminate();
      for (const socket of connections) socket.resetAndDestroy();
    });
  const tell = (entityId: string, event: unknown) => {
    if (hub.manners === 'hang') return;
    for (const { socket, id, entityIds } of followers)
      if (entityIds.size === 0 || entityIds.has(entityId)) socket.send(JSON.stringify({ id, type: 'event', event }));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const hub: FakeHub = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    manners: 'ok',
    token: 'the-token-of-the-fake-hub',
    redirectTo: 'http://127.0.0.2:1/',
    requests: [],
    commands: [],
    sockets: () => sockets.clients.size,
    set(entityId, state, attributes) {
      const before = entities.get(entityId);
      const changedMs = before?.state === state ? before.changedMs : Date.now();
      entities.set(entityId, { state, attributes: attributes ?? before?.attributes ?? {}, changedMs });
      const { a, s, lc } = compressed(entities.get(entityId) as Entity);
      if (!before) tell(entityId, { a: { [entityId]: { a, s, lc, c: 'context' } } });
      else tell(entityId, { c: { [entityId]: { '+': { s, lc, c: 'context', ...(attributes && { a }) } } } });
    },
    rename(from, to) {
      const entity = entities.get(from);
      if (!entity) return;
      hub.remove(from);
      hub.set(to, entity.state, entity.attributes);
    },
    remove(entityId) {
      entities.delete(entityId);
      tell(entityId, { r: [entityId] });
    },
    die: close,
    revive: () => listen(port),
    stop: () => (server.listening ? close() : Promise.resolve()),
  };
  return hub;
}

interface World {
  hub: FakeHub;
  entities: Map<string, Entity>;
}

const compressed = ({ state, attributes, changedMs }: Entity) => ({ s: state, a: attributes, lc: changedMs / 1000 });

function answerRequest({ hub, entities }: World, request: IncomingMessage, response: ServerResponse): unknown {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  switch (hub.manners) {
    case 'login-page':
      return response.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN_PAGE);
    case 'redirect':
      return response.writeHead(302, { location: hub.redirectTo }).end();
    case 'fail':
      return response.writeHead(500).end(`no, ${hub.token} does not help`);
  }
  if (request.method !== 'GET') return json(405, { message: 'Method Not Allowed' });
  if (request.headers.authorization !== `Bearer ${hub.token}`) return response.writeHead(401).end('401: Unauthorized');
  if (request.url === '/api/') return json(200, { message: 'API running.' });
  if (request.url !== '/api/states') return json(404, { message: 'Not found' });
  if (hub.manners === 'endless') return pour(response);
  return json(
    200,
    [...entities].map(([entity_id, { state, attributes, changedMs }]) => {
      const time = new Date(changedMs).toISOString();
      return { entity_id, state, attributes, last_changed: time, last_updated: time, context: { id: 'context' } };
    }),
  );
}

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write('['.repeat(65_536)));
  if (!response.destroyed) response.once('drain', () => pour(response));
}

/** One WebSocket, from the login on. */
function converse({ hub, entities, followers }: World & { followers: Set<Follower> }, socket: WebSocket): void {
  let isKnown = false;
  const send = (message: unknown): unknown => hub.manners !== 'hang' && socket.send(JSON.stringify(message));
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const follower of followers) if (follower.socket === socket) followers.delete(follower);
  });
  socket.on('message', (data) => {
    const { id, type, ...rest } = JSON.parse(data.toString());
    hub.commands.push(type);
    if (!isKnown) {
      isKnown = type === 'auth' && rest.access_token === hub.token;
      send(
        isKnown
          ? { type: 'auth_ok', ha_version: '2024.3.3' }
          : { type: 'auth_invalid', message: 'Invalid access token' },
      );
      if (!isKnown) socket.close();
      return;
    }
    switch (type) {
      case 'ping':
        return send({ id, type: 'pong' });
      case 'subscribe_entities': {
        const entityIds = new Set<string>(rest.entity_ids ?? []);
        followers.add({ socket, id, entityIds });
        const wanted = [...entities].filter(([entityId]) => entityIds.size === 0 || entityIds.has(entityId));
        send({ id, type: 'result', success: true, result: null });
        const a = Object.fromEntries(
          wanted.map(([entityId, entity]) => [entityId, { ...compressed(entity), c: 'context' }]),
        );
        return send({ id, type: 'event', event: { a } });
      }
      case 'unsubscribe_events':
        for (const follower of followers)
          if (follower.socket === socket && follower.id === rest.subscription) followers.delete(follower);
        return send({ id, type: 'result', success: true, result: null });
      default:
        return send({
          id,
          type: 'result',
          success: false,
          error: { code: 'unknown_command', message: 'Unknown command.' },
        });
    }
  });
  send({ type: 'auth_required', ha_version: '2024.3.3' });
}

async function makeCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-hub-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=hub'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
    ]);
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
