import { describe, expect, it } from 'vitest';
import { decidePlainRequest, type PlainRequest } from './plain-request.ts';

const page: PlainRequest = { method: 'GET', url: '/ui/live?camera=1', host: 'nas.lan:8080', isLocal: false };
const asked = (change: Partial<PlainRequest>, isAllowed = false) =>
  decidePlainRequest({ ...page, ...change }, { isAllowed });

describe('a request without TLS', () => {
  it.each([
    ['from this machine', { isLocal: true }],
    ['for the page about the certificate', { url: '/trust' }],
    ['for that page in German', { url: '/trust?lang=de' }],
    ['for the certificate', { url: '/trust/holdfast.crt' }],
    ['for the health check', { url: '/health' }],
  ])('%s is served', (_title, change) => expect(asked(change)).toEqual({ kind: 'serve' }));

  it('is served to everyone where the operator allowed it', () =>
    expect(asked({ method: 'POST' }, true)).toEqual({ kind: 'serve' }));

  it('for a page is sent to the same address over TLS', () =>
    expect(asked({})).toEqual({ kind: 'redirect', location: 'https://nas.lan:8080/ui/live?camera=1' }));

  it.each([
    ['that sends something', { method: 'POST', url: '/auth/login' }],
    ['without a host', { host: undefined }],
  ])('%s is refused', (_title, change) => expect(asked(change)).toEqual({ kind: 'refuse' }));

  it.each(['/trusted', '/healthy', '/truststore/x', '/ui/trust'])('%s is not one of the open pages', (url) =>
    expect(asked({ url }).kind).toBe('redirect'),
  );
});
