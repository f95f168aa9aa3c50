import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replyWithProblems } from '../http/problem-reply.ts';
import { addSecurityHeaders } from '../http/security-headers.ts';
import { serveConsole } from './serve-console.ts';

const SCRIPT = 'console.log("hello");'.repeat(50);
let folder = '';
let app: FastifyInstance;

const serve = () => {
  app = fastify();
  addSecurityHeaders(app);
  replyWithProblems(app);
  serveConsole(app, folder);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<meta nonce="__CSP_NONCE__"><script src="/ui/assets/a-1.js"></script>');
  writeFileSync(join(folder, 'logo.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets/a-1.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/a-1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/a-1.js.gz'), gzipSync(SCRIPT));
  serve();
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

describe('the console', () => {
  it.each(['/', '/ui'])('is the target of %s', async (url) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/ui/']);
  });

  it.each(['/ui/', '/ui/index.html', '/ui/cameras/new', '/ui/no.such.screen'])(
    'answers %s with its page, never cached',
    async (url) => {
      const reply = await get(url);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-type']).toContain('text/html');
      expect(reply.headers['cache-control']).toBe('no-store');
    },
  );

  it('allows scripts of this server only, and style elements only with the nonce of the reply', async () => {
    const [one, other] = await Promise.all([get('/ui/'), get('/ui/')]);
    const policy = String(one.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe');
    // A scheme alone would be every host.
    expect(policy).not.toMatch(/wss?:(?!\/\/[\w.-]+)/);
    const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1];
    expect(one.body).toContain(`<meta nonce="${nonce}">`);
    expect(other.body).not.toContain(nonce);
  });

  it('lets the page of a server that is away use its own style, and its worker ask this server only', async () => {
    for (const name of ['offline.html', 'service-worker.js']) writeFileSync(join(folder, name), 'x');
    await app.close();
    serve();
    for (const name of ['offline.html', 'service-worker.js']) {
      const reply = await get(`/ui/${name}`);
      expect(reply.body).toBe('x');
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'; connect-src 'self';");
      expect(reply.headers['cache-control']).toBe('no-cache');
    }
  });

  it('caches hashed files forever and revalidates the others', async () => {
    expect((await get('/ui/assets/a-1.js')).headers['cache-control']).toContain('immutable');
    const logo = await get('/ui/logo.svg');
    expect(logo.headers['cache-control']).toBe('no-cache');
    expect((await get('/ui/logo.svg', { 'if-none-match': String(logo.headers.etag) })).statusCode).toBe(304);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('sends %s to clients that accept it', async (encoding, unpack) => {
    const reply = await get('/ui/assets/a-1.js', { 'accept-encoding': encoding });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(unpack(reply.rawPayload).toString()).toBe(SCRIPT);
  });

  it('sends it uncompressed to other clients', async () => {
    const reply = await get('/ui/assets/a-1.js');
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.body).toBe(SCRIPT);
  });

  it('serves no file outside its folder, and no page in place of a missing script', async () => {
    for (const path of [
      '/ui/assets/gone.js',
      '/ui/assets/../../package.json',
      '/ui/assets/%2e%2e/%2e%2e/package.json',
    ]) {
      const reply = await get(path);
      expect(reply.body).not.toContain('"name"');
      if (path.endsWith('gone.js')) expect(reply.json()).toMatchObject({ type: '/problems/not-found' });
    }
  });

  it('reports that it has not been built', async () => {
    await app.close();
    rmSync(join(folder, 'index.html'));
    serve();
    expect((await get('/ui/')).json()).toMatchObject({ status: 404, detail: expect.stringContaining('npm start') });
  });
});
