import { type FakeHub, type HubManners, startFakeHub } from '@holdfast/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { checkHub, listHubEntities } from './check-hub.ts';
import type { Hub } from './hub-settings.ts';

const hubs: FakeHub[] = [];
afterEach(async () => {
  for (const hub of hubs.splice(0)) {
    await hub.stop();
    for (const { method } of hub.requests) expect(method).toBe('GET');
  }
});
const start = async (...options: Parameters<typeof startFakeHub>) => {
  const hub = await startFakeHub(...options);
  hubs.push(hub);
  return hub;
};
const hubAt = ({ url, token }: FakeHub, more: Partial<Hub> = {}): Hub => ({
  baseUrl: url,
  token,
  certificate: null,
  ...more,
});
const limits = () => ({ outbound: {}, signal: AbortSignal.timeout(30_000) });

describe('checking a hub', () => {
  it('succeeds with a hub', async () => expect(await checkHub(hubAt(await start()), limits())).toEqual({ ok: true }));

  it.each<[HubManners, string]>([
    ['login-page', 'hub-answer-foreign'],
    ['redirect', 'hub-redirects'],
    ['fail', 'hub-status?status=500'],
    ['switch', 'hub-answer-foreign'],
  ])('names what is wrong with one that answers with %s', async (manners, reason) => {
    const hub = await start();
    hub.manners = manners;
    expect(await checkHub(hubAt(hub), limits())).toEqual({ ok: false, reason });
    // The target of a redirect never gets the token.
    expect(hub.requests).toHaveLength(1);
  });

  it('does not wait for one that hangs', async () => {
    const hub = await start();
    hub.manners = 'hang';
    const check = await checkHub(hubAt(hub), { outbound: {}, signal: AbortSignal.timeout(200) });
    expect(check).toEqual({ ok: false, reason: 'hub-timed-out' });
  });

  it.each([
    ['a refused token', { token: 'wrong' }, 'hub-token-refused'],
    ['a closed port', { baseUrl: 'http://127.0.0.1:9' }, 'hub-connection-refused'],
    ['a link-local address', { baseUrl: 'http://169.254.169.254' }, 'address-is-link-local'],
    ['an unknown name', { baseUrl: 'http://no-such-host.invalid' }, 'camera-name-unknown?name=no-such-host.invalid'],
  ])('names %s', async (_title, change, reason) => {
    expect(await checkHub(hubAt(await start(), change), limits())).toEqual({ ok: false, reason });
  });

  it('refuses the ports of this server', async () => {
    const hub = await start();
    const outbound = { deniedPorts: [{ host: '127.0.0.1', port: Number(new URL(hub.url).port) }] };
    expect(await checkHub(hubAt(hub), { ...limits(), outbound })).toMatchObject({ reason: 'address-is-own-port' });
    expect(hub.requests).toEqual([]);
  });
});

describe('a hub with its own certificate', () => {
  it('is trusted only with exactly the certificate that was accepted', async () => {
    const hub = await start({ tls: true });
    const check = await checkHub(hubAt(hub), limits());
    expect(check).toEqual({
      ok: false,
      reason: 'hub-certificate-untrusted',
      certificate: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const certificate = check.ok ? '' : (check.certificate ?? '');
    expect(await checkHub(hubAt(hub, { certificate }), limits())).toEqual({ ok: true });
    const other = await checkHub(hubAt(hub, { certificate: 'f'.repeat(64) }), limits());
    expect(other).toEqual({ ok: false, reason: 'hub-certificate-changed', certificate });
    // The token was sent only over the accepted connection.
    expect(hub.requests).toHaveLength(1);
  });
});

it('lists the entities of the hub', async () => {
  const hub = await start();
  hub.set('binary_sensor.gate', 'on', { device_class: 'door', friendly_name: 'Gate' });
  hub.set('sensor.heat', '21', { unit_of_measurement: '°C' });
  const entities = await listHubEntities(hubAt(hub), limits(), Date.now());
  expect(entities.get('binary_sensor.gate')).toMatchObject({ state: 'on', deviceClass: 'door', name: 'Gate' });
  expect(entities.get('sensor.heat')).toMatchObject({ state: '21', unit: '°C', deviceClass: null });
});
