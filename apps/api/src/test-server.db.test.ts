import { routes } from '@holdfast/contract';
import { describe, expect, inject, it } from 'vitest';
import { harmless, makers, startFuzzed } from './http/test-fuzz.ts';
import { urlOf } from './test-access-examples.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const url = inject('postgresUrl');
/** Encoding costs more than all the rest. */
const startsPrograms = ({ path }: { path: string }) => /^\/(clip|exports)\/|\/discover$/.test(path);

/** The support bundle is compressed, with figures of the machine. */
const incomparable = ['/support-bundle'];
const comparable = Object.values(routes)
  .flatMap((table): { method: string; path: string }[] => Object.values(table))
  .filter(({ method, path }) => method === 'GET' && !path.includes('{') && !incomparable.includes(path));

/** Times, ids, tokens, random names and keys, and figures of the machine. */
const differing = new RegExp(
  [
    String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`,
    String.raw`[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}`,
    String.raw`eyJ[\w.-]+`,
    String.raw`holdfast-api-\w+`,
    '"(public_key|fingerprint)":"[^"]+"',
    String.raw`"\w+_(bytes|seconds|ms)":\d+`,
  ].join('|'),
  'g',
);
/** Of the metrics, what was counted. */
const counted = /^holdfast_(http_requests|stream|storage).*/gm;

const contentOf = (path: string, body: unknown) =>
  path === '/metrics'
    ? String(body).match(counted)
    : (Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body)).replaceAll(differing, 'x');

/** What every route answers that can be read without an object. */
async function everyReply(test: TestApp, token?: string): Promise<Record<string, unknown>> {
  const replies: Record<string, unknown> = {};
  for (const { path } of comparable) {
    // Audit entries are in the order of their times.
    test.clock.step(1_000);
    const { status, body, headers } = await test.call('GET', path, { ...(token !== undefined && { token }) });
    replies[path] = { status, mediaType: headers['content-type'], body: contentOf(path, body) };
  }
  return replies;
}

describe('the server of a test', () => {
  it('is that of the test before, of which nothing is left', async () => {
    const first = await startFuzzed(url);
    await first.test.call('PUT', '/config/lpr', { token: first.admin, body: { enabled: true } });
    for (const [route, make] of makers) {
      if (!harmless(route) || startsPrograms(route)) continue;
      const example = await make(first);
      const { body, headers } = example;
      first.test.clock.step(3_000);
      await first.test.call(route.method, urlOf(route, example), {
        token: first.admin,
        ...(body !== undefined && { body }),
        ...(headers && { headers }),
      });
    }
    await first.test.call('GET', '/', { headers: { host: 'elsewhere.example' } });
    await first.test.close();
    const [again, fresh] = [await startTestApp(url), await startTestApp(url, { logTo: () => {} })];
    expect([again.app === first.test.app, fresh.app === first.test.app]).toEqual([true, false]);
    expect(await everyReply(again)).toEqual(await everyReply(fresh));
    const [ofAgain, ofFresh] = [await again.bootstrap(), await fresh.bootstrap()];
    expect(await everyReply(again, ofAgain)).toEqual(await everyReply(fresh, ofFresh));
    await Promise.all([again.close(), fresh.close()]);
  });

  it('refuses requests until the next test starts', async () => {
    const first = await startTestApp(url);
    await first.close();
    expect((await first.call('GET', '/version')).status).toBe(500);
    const next = await startTestApp(url);
    expect(next.app === first.app).toBe(true);
    expect((await next.call('GET', '/version')).status).toBe(200);
    await next.close();
  });

  it('is closed after a test that connected to it', async () => {
    const first = await startTestApp(url);
    const address = await first.app.listen({ host: '127.0.0.1', port: 0 });
    await first.close();
    await expect(fetch(address)).rejects.toThrow();
    const next = await startTestApp(url);
    expect(next.app === first.app).toBe(false);
    await next.close();
  });

  it('is closed while a request is under way', async () => {
    const held = Promise.withResolvers<void>();
    const first = await startTestApp(url, {
      aroundPasswords: (real) => ({ ...real, hash: (password) => held.promise.then(() => real.hash(password)) }),
    });
    const bootstrapping = first.bootstrap().catch(() => undefined);
    await first.call('GET', '/auth/setup');
    await first.close();
    const next = await startTestApp(url);
    expect(next.app === first.app).toBe(false);
    held.resolve();
    await bootstrapping;
    expect((await next.call('GET', '/auth/setup')).body).toEqual({ needs_bootstrap: true });
    await next.close();
  });

  it('is that of a test alone that reads the log or requires TLS', async () => {
    for (const options of [{ logTo: () => {} }, { plainHttp: false }]) {
      const first = await startTestApp(url, options);
      await first.close();
      const next = await startTestApp(url, options);
      expect(next.app === first.app).toBe(false);
      await next.close();
    }
  });
});
