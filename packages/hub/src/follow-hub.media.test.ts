import { shownState } from '@holdfast/domain';
import { type FakeHub, type HubManners, startFakeHub, until } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followHub, HUB_TIMING, type HubFollowing, type HubTiming, type HubView } from './follow-hub.ts';

const GATE = 'binary_sensor.gate';
const YARD = 'light.yard';
/** Patient with a busy machine, so that only real outages count. */
const PATIENT = { timeoutMs: 20_000 };

let hub: FakeHub;
let followings: HubFollowing[];

beforeEach(async () => {
  hub = await startFakeHub();
  hub.set(GATE, 'off', { device_class: 'door', friendly_name: 'Gate' });
  hub.set(YARD, 'on');
  hub.set('sensor.other', '21.5');
  followings = [];
});
afterEach(async () => {
  for (const following of followings) await following.stop();
  await hub.stop();
  // In every test only read requests were sent to the hub.
  expect(new Set(hub.requests.map(({ method, path }) => `${method} ${path}`))).toSatisfy((seen: Set<string>) =>
    [...seen].every((one) => ['GET /api/websocket', 'GET /api/states', 'GET /api/'].includes(one)),
  );
  expect(
    hub.commands.filter((type) => !['auth', 'subscribe_entities', 'unsubscribe_events', 'ping'].includes(type)),
  ).toEqual([]);
});

function follow(timing: Partial<HubTiming> = {}, ids = [GATE, YARD]) {
  const kinds: string[] = [];
  const following = followHub({
    hub: { baseUrl: hub.url, token: hub.token, certificate: null },
    outbound: {},
    entityIds: new Set(ids),
    nowMs: Date.now,
    timing: { everyMs: 50, pingEveryMs: 50, timeoutMs: 1_000, ...timing },
    onView: ({ health }: HubView) => {
      if (kinds.at(-1) !== health.kind) kinds.push(health.kind);
    },
  });
  followings.push(following);
  const shown = (id: string) => {
    const { health, entities } = following.view();
    const state = shownState(health, entities.get(id));
    return state.kind === 'known' ? state.value : state.reason;
  };
  return {
    kinds,
    following,
    shown,
    becomes: (kind: string) => until(() => following.view().health.kind === kind),
    shows: (id: string, value: string) => until(() => shown(id) === value),
  };
}

it('follows linked entities alone, over one WebSocket with pings', async () => {
  const { following, kinds, shown, shows } = follow(PATIENT);
  await shows(GATE, 'off');
  expect(following.view().entities.get(GATE)).toMatchObject({ deviceClass: 'door', name: 'Gate' });
  expect([...following.view().entities.keys()].sort()).toEqual([GATE, YARD]);
  hub.set(GATE, 'on');
  await shows(GATE, 'on');
  hub.set(GATE, 'unavailable');
  await shows(GATE, 'unavailable');
  hub.set(GATE, 'off');
  await shows(GATE, 'off');
  expect(shown(YARD)).toBe('on');
  await until(() => hub.commands.filter((type) => type === 'ping').length >= 3);
  expect(kinds).toEqual(['ok']);
  expect(hub.requests).toEqual([{ method: 'GET', path: '/api/websocket' }]);
});

it('notices renamed and removed entities, and follows new ones without reconnecting', async () => {
  const { following, shows } = follow(PATIENT);
  await shows(GATE, 'off');
  hub.rename(GATE, 'binary_sensor.barn');
  await shows(GATE, 'missing');
  following.watch(new Set(['binary_sensor.barn']));
  await shows('binary_sensor.barn', 'off');
  await shows(YARD, 'missing');
  following.watch(new Set());
  await shows('binary_sensor.barn', 'missing');
  following.watch(new Set([YARD]));
  await shows(YARD, 'on');
  hub.remove(YARD);
  await shows(YARD, 'missing');
  hub.set(YARD, 'off');
  await shows(YARD, 'off');
  expect(hub.requests).toHaveLength(1);
});

it('polls all states where the WebSocket is blocked, and uses it again when it works', async () => {
  hub.manners = 'no-socket';
  const { shown, shows, kinds } = follow({ ...PATIENT, retrySocketMs: 400 });
  await shows(GATE, 'off');
  hub.set(GATE, 'on');
  await shows(GATE, 'on');
  expect(shown('sensor.other')).toBe('missing');
  expect(hub.sockets()).toBe(0);
  hub.manners = 'ok';
  await until(() => hub.sockets() === 1);
  hub.set(GATE, 'off');
  await shows(GATE, 'off');
  expect(kinds).toEqual(['ok']);
});

describe.each<[HubManners | 'dead', string]>([
  ['hang', 'hub-timed-out'],
  ['login-page', 'hub-answer-foreign'],
  ['redirect', 'hub-redirects'],
  ['fail', 'hub-status'],
  ['endless', 'hub-'],
  ['dead', 'hub-connection-refused'],
])('a hub that turns %s', (manners, reason) => {
  const misbehave = async () => {
    if (manners === 'dead') return hub.die();
    hub.manners = manners;
    // A proxy in between ends the connection; a hanging hub does not.
    if (manners !== 'hang') await hub.die().then(() => hub.revive());
  };
  const recover = async () => {
    if (manners === 'dead') await hub.revive();
    hub.manners = 'ok';
  };

  it('is noticed with its first miss, unknown with the second, and followed again when it is back', async () => {
    if (manners === 'endless') hub.manners = 'no-socket';
    const { kinds, shown, shows, becomes, following } = follow({ retrySocketMs: 300 });
    await shows(GATE, 'off');
    await misbehave();
    await becomes('unreachable');
    const { health } = following.view();
    if (manners !== 'endless') expect(health).toMatchObject({ reason: expect.stringContaining(reason) });
    expect(shown(GATE)).toBe('hub-down');
    hub.set(GATE, 'on');
    await recover();
    await shows(GATE, 'on');
    // A machine that was busy for a second may have missed one answer before.
    const down = kinds.indexOf('unreachable', kinds.indexOf('ok'));
    expect(kinds.slice(down - 2, down + 1)).toEqual(['ok', 'missed', 'unreachable']);
  });
});

it('asks a hanging hub again before its first answer is missing, so that the second follows soon', async () => {
  const { shows, becomes, kinds } = follow({ timeoutMs: 3_000, pingEveryMs: 200 });
  await shows(GATE, 'off');
  const pings = () => hub.commands.filter((type) => type === 'ping').length;
  hub.manners = 'hang';
  const before = pings();
  await until(() => kinds.includes('missed'));
  expect(pings() - before).toBeGreaterThanOrEqual(2);
  await becomes('unreachable');
  expect(kinds).toEqual(['ok', 'missed', 'unreachable']);
  // Just answered, two more pings, and the limit of the second.
  expect(2 * HUB_TIMING.pingEveryMs + HUB_TIMING.timeoutMs).toBeLessThanOrEqual(2_000);
});

it('greets a hub that is polled between two lists of states, and asks it again before an answer is missing', async () => {
  hub.manners = 'no-socket';
  const { shows, becomes, kinds } = follow({ timeoutMs: 3_000, everyMs: 400, pingEveryMs: 200 });
  await shows(GATE, 'off');
  const asked = () => hub.requests.filter(({ path }) => path !== '/api/websocket').map(({ path }) => path);
  await until(() => asked().length >= 4);
  expect(asked().slice(0, 4)).toEqual(['/api/states', '/api/', '/api/states', '/api/']);
  hub.manners = 'hang';
  const before = asked().length;
  await until(() => kinds.includes('missed'));
  expect(asked().length - before).toBeGreaterThanOrEqual(2);
  await becomes('unreachable');
  expect(kinds).toEqual(['ok', 'missed', 'unreachable']);
  hub.set(GATE, 'on');
  hub.manners = 'no-socket';
  await shows(GATE, 'on');
});

it('polls on while the WebSocket is tried again and hangs', async () => {
  hub.manners = 'no-socket';
  const { shows, kinds } = follow({ ...PATIENT, retrySocketMs: 100 });
  await shows(GATE, 'off');
  hub.manners = 'hanging-socket';
  const upgrades = () => hub.requests.filter(({ path }) => path === '/api/websocket').length;
  const before = upgrades();
  await until(() => upgrades() > before);
  hub.set(GATE, 'on');
  await shows(GATE, 'on');
  expect(kinds).toEqual(['ok']);
});

it('survives a hub that flaps, and never shows a state from before', async () => {
  const { kinds, becomes, shows, shown } = follow();
  await shows(GATE, 'off');
  for (const state of ['on', 'off', 'on']) {
    await hub.die();
    await until(() => kinds.at(-1) !== 'ok');
    await becomes('unreachable');
    expect(shown(GATE)).toBe('hub-down');
    hub.set(GATE, state);
    await hub.revive();
    await shows(GATE, state);
  }
});

it('rarely retries a hub that refuses the token, because hubs block servers that keep trying', async () => {
  hub.token = 'another';
  const following = followHub({
    hub: { baseUrl: hub.url, token: 'revoked', certificate: null },
    outbound: {},
    entityIds: new Set([GATE]),
    nowMs: Date.now,
    timing: { everyMs: 10, afterRefusalMs: 1_000_000, timeoutMs: 20_000 },
    onView: () => {},
  });
  followings.push(following);
  await until(() => following.view().health.kind === 'unreachable');
  expect(following.view().health).toMatchObject({ reason: 'hub-token-refused' });
  expect(hub.requests).toHaveLength(1);
});

it('takes 5,000 entities over either way, and keeps only the linked ones', async () => {
  for (let i = 0; i < 5_000; i += 1)
    hub.set(`sensor.number_${i}`, String(i), { friendly_name: `Number ${i}`, text: 'x'.repeat(300) });
  const { following, shows } = follow(PATIENT, [GATE, 'sensor.number_4999']);
  await shows('sensor.number_4999', '4999');
  expect(following.view().entities.size).toBe(2);
  hub.manners = 'no-socket';
  await hub.die().then(() => hub.revive());
  await until(() => hub.requests.filter(({ path }) => path === '/api/states').length >= 3);
  hub.set('sensor.number_4999', 'new');
  await shows('sensor.number_4999', 'new');
  expect(following.view().entities.size).toBe(2);
});
