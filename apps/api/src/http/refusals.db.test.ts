import { routes } from '@holdfast/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  token = await test.bootstrap();
});
afterAll(() => test?.close());

const NUL_QUERIES = Object.values(routes)
  .flatMap(
    (table) =>
      Object.values(table) as { method: string; path: string; access: string; query?: { properties?: object } }[],
  )
  .filter(({ method, access, query }) => method === 'GET' && access !== 'ingest' && query?.properties !== undefined)
  .flatMap(({ path, query }) => Object.keys(query?.properties ?? {}).map((name) => [path, name] as const));

it.each(NUL_QUERIES)('GET %s refuses a NUL in %s', async (path, name) => {
  const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
  const { status } = await test.call('GET', `${url}?${name}=a%00b`, { token });
  // An unknown id in the path is reported first.
  expect([404, 422]).toContain(status);
});

it('refuses a NUL in a query with the field that holds it', async () => {
  for (const [path, field] of [
    ['/events?labels=a%00', 'labels'],
    ['/plates?source_id=%00', 'source_id'],
  ] as const) {
    const reply = await test.call('GET', path, { token });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, `/query/${field}`]);
  }
});

it.each(['TRACE', 'QUERY', 'PATCH', 'OPTIONS'])(
  'answers %s at an existing path with 405 and the allowed methods',
  async (method) => {
    const address = await listening();
    const { status, allow, type } = await raw(address, method, '/config/cameras');
    expect([status, allow, type]).toEqual([405, 'GET, HEAD, POST, PUT', 'application/problem+json']);
    expect((await raw(address, method, '/no/such/path')).status).toBe(404);
  },
);

let address: Promise<string> | undefined;
const listening = () => {
  address ??= test.app.listen({ port: 0, host: '127.0.0.1' });
  return address;
};

/** `fetch` refuses to send some methods. */
async function raw(base: string, method: string, path: string) {
  const { request } = await import('node:http');
  return new Promise<{ status: number | undefined; allow: string | undefined; type: string | undefined }>(
    (resolve, reject) => {
      request(new URL(path, base), { method }, (reply) => {
        reply.resume();
        resolve({ status: reply.statusCode, allow: reply.headers.allow, type: reply.headers['content-type'] });
      })
        .on('error', reject)
        .end();
    },
  );
}
