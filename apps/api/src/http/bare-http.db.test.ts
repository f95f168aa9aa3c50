import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test?.close());

/** Sends raw bytes and reads the reply until the server closes. */
async function raw(text: string) {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

const CLOSE = 'Host: localhost\r\nConnection: close\r\n';

describe('a request that reaches no route', () => {
  it.each([
    ['has no Host', 'GET /version HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
    ['expects something odd', `GET /version HTTP/1.1\r\n${CLOSE}Expect: foo\r\n\r\n`, 417, 'expectation-failed'],
    ['is not HTTP', 'hello\r\n\r\n', 400, 'malformed-request'],
    ['has huge headers', `GET / HTTP/1.1\r\n${CLOSE}X: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ['has a broken percent-encoding', `GET /%zz HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'malformed-request'],
    ['has an over-long parameter', `GET /config/cameras/${'a'.repeat(500)} HTTP/1.1\r\n${CLOSE}\r\n`, 404, 'not-found'],
    ['names a strange method', `BREW /pot HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'malformed-request'],
    ['names an unknown path', `GET /nothing HTTP/1.1\r\n${CLOSE}\r\n`, 404, 'not-found'],
    [
      'comes under a foreign name',
      'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      421,
      'wrong-host',
    ],
  ])('%s is answered with a problem', async (_title, text, status, code) => {
    const reply = await raw(text);
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(JSON.parse(reply.body)).toMatchObject({
      type: `/problems/${code}`,
      status,
      instance: `/requests/${reply.headers['x-request-id']}`,
    });
  });

  it('may be HTTP/1.0 without a Host', async () => {
    expect((await raw('GET /version HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('may expect 100-continue', async () => {
    const body = '{}';
    const reply = await raw(
      `POST /auth/login HTTP/1.1\r\n${CLOSE}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect([reply.status, reply.body]).toEqual([100, expect.stringContaining('422')]);
  });
});
