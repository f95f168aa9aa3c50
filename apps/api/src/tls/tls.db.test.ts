import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { createLogger } from '@holdfast/kit';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '../test-app.ts';
import { acceptTls } from './accept-tls.ts';
import { type Certificates, openLocalCertificates } from './certificates.ts';

/** Far longer than a handshake takes on a busy machine; no test waits for it. */
const HANDSHAKE_MS = 60_000;
let folder: string;
let certificates: Certificates;
let test: TestApp;
let port: number;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-tls-'));
  certificates = await openLocalCertificates({
    folder,
    names: () => ['localhost', '127.0.0.1'],
    nowMs: () => Date.now(),
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  test = await startTestApp(inject('postgresUrl'), { authority: certificates.authority, plainHttp: false });
  token = await test.bootstrap();
  acceptTls(test.app.server, certificates, { handshakeMs: HANDSHAKE_MS });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number | undefined;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

function overTls(path: string, { method = 'GET', body = '' } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = body === '' ? {} : { 'content-type': 'application/json' };
    const ca = certificates.authority;
    const asked = request({ host: '127.0.0.1', port, path, method, headers, ca, agent: false }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, body: text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** A connection whose time is over once the server has read these bytes. */
const closing = async (bytes: Buffer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const arriving = once(test.app.server, 'connection') as Promise<[Socket]>;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write(bytes);
    socket.resume();
    const [accepted] = await arriving;
    while (accepted.bytesRead < bytes.length) await turn();
    vi.advanceTimersByTime(HANDSHAKE_MS);
    await closed;
  } finally {
    vi.useRealTimers();
  }
};

describe('one port', () => {
  it('answers with and without TLS, to a client that trusts our authority', async () => {
    expect((await overTls('/version')).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/version`)).status).toBe(200);
  });

  it('keeps the connection for further requests, and takes a body', async () => {
    const login = { username: 'admin', password: 'wrong password' };
    expect((await overTls('/auth/login', { method: 'POST', body: JSON.stringify(login) })).status).toBe(401);
  });

  it('marks the cookie of a session over TLS as secure', async () => {
    const [username, password] = ['guest', 'long enough for a guest'];
    const role = await test.call('POST', '/config/roles', {
      token,
      body: { name: 'Guests', capabilities: [], camera_ids: [] },
    });
    await test.call('POST', '/config/users', { token, body: { username, password, role_id: role.body.id } });
    const answer = await overTls('/auth/login', {
      method: 'POST',
      body: JSON.stringify({ username, password, cookie: true }),
    });
    expect(answer.status).toBe(200);
    const secure = expect.stringContaining('; Secure');
    expect(answer.headers['set-cookie']).toEqual([secure, secure]);
  });

  it('upgrades to a WebSocket over TLS', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/stream`, {
      ca: certificates.authority,
      headers: { authorization: `Bearer ${token}` },
    });
    const [message] = await once(socket, 'message');
    expect(JSON.parse(String(message))).toHaveProperty('cursor');
    socket.terminate();
  });

  it.each([
    ['that sends nothing', Buffer.alloc(0)],
    ['that begins a handshake and stops', Buffer.from([0x16, 0x03, 0x01])],
    ['that sends garbage after the first byte', Buffer.concat([Buffer.from([0x16]), Buffer.alloc(600, 0x55)])],
  ])('ends a connection %s, and answers the next', async (_title, bytes) => {
    await closing(bytes);
    expect((await overTls('/version')).status).toBe(200);
  });
});

describe('a request of another machine without TLS', () => {
  const from = (url: string, method: 'GET' | 'POST' = 'GET') =>
    test.app.inject({ method, url, remoteAddress: '192.168.1.9', headers: { host: '192.168.1.5:8080' } });

  it('is sent to TLS', async () => {
    const reply = await from('/ui/live?camera=1');
    expect([reply.statusCode, reply.headers.location]).toEqual([308, 'https://192.168.1.5:8080/ui/live?camera=1']);
  });

  it('is refused if it sends something', async () => {
    const reply = await from('/auth/login', 'POST');
    expect([reply.statusCode, reply.json().type]).toEqual([403, '/problems/https-required']);
  });

  it('may read how to trust the certificate, and the certificate itself', async () => {
    const page = await from('/trust?lang=de');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('Diesem Rekorder vertrauen');
    expect((await from('/trust/holdfast.crt')).body.trim()).toBe(certificates.authority?.trim());
    expect((await from('/trust?lang=xx')).body).toContain('Trust this recorder');
    expect((await from('/health')).statusCode).toBe(200);
  });
});
