import { once } from 'node:events';
import { createServer } from 'node:net';
import { reasonCode } from '@holdfast/domain';
import { type Mosquitto, startMosquitto, until } from '@holdfast/testkit';
import mqtt from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { type Broker, type Following, followEvents, type SubscriptionState, tryBroker } from './follow-events.ts';

const opened: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.stop();
});

const brokerOf = ({ port }: Mosquitto, more: Partial<Broker> = {}): Broker => ({
  url: `mqtt://127.0.0.1:${port}`,
  prefix: 'frigate',
  username: null,
  password: null,
  ...more,
});
const start = async (...plan: Parameters<typeof startMosquitto>) => {
  const broker = await startMosquitto(...plan);
  opened.push(broker);
  return broker;
};

/** By default as patient as the product: a busy machine may be silent for seconds. */
function follow(broker: Broker, pace: { keepaliveSeconds?: number } = {}) {
  const states: SubscriptionState[] = [];
  const messages: { text: string; retained: boolean }[] = [];
  const following: Following = followEvents({
    broker,
    ...pace,
    retryMs: 200,
    onState: (state) => states.push(state),
    onMessage: (payload, { retained }) => messages.push({ text: payload.toString(), retained }),
  });
  opened.push(following);
  return { states, messages, stateIs: (kind: string) => until(async () => states.at(-1)?.kind === kind) };
}

async function publish({ port }: Mosquitto, topic: string, text: string, retain = false) {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`);
  await client.publishAsync(topic, text, { qos: 1, retain });
  await client.endAsync();
}

it('receives only messages of the events topic, and recognises retained ones', async () => {
  const broker = await start();
  await publish(broker, 'frigate/events', 'old', true);
  const { messages, stateIs } = follow(brokerOf(broker));
  await stateIs('subscribed');
  await publish(broker, 'frigate/stats', 'no');
  await publish(broker, 'frigate/events', 'new');
  await until(async () => messages.length === 2);
  expect(messages).toEqual([
    { text: 'old', retained: true },
    { text: 'new', retained: false },
  ]);
});

it('is not subscribed while the subscription is denied, although it is connected', async () => {
  const broker = await start({ denied: true });
  const { states, stateIs } = follow(brokerOf(broker));
  await stateIs('failed');
  expect(states).toContainEqual({
    kind: 'failed',
    reason: reasonCode('detector-subscription-refused', { topic: 'frigate/events' }),
  });
  expect(states.some(({ kind }) => kind === 'subscribed')).toBe(false);
});

it('is not subscribed while the detector reports itself offline, although the broker is there', async () => {
  const broker = await start();
  await publish(broker, 'frigate/available', 'offline', true);
  const { states, stateIs } = follow(brokerOf(broker));
  await stateIs('failed');
  expect(states).toEqual([{ kind: 'connecting' }, { kind: 'failed', reason: reasonCode('detector-offline') }]);
  await publish(broker, 'frigate/available', 'online', true);
  await stateIs('subscribed');
  await publish(broker, 'frigate/available', 'stopped', true);
  await stateIs('failed');
});

/** Confirms subscriptions to events, and hangs up on a client that asks for anything else. */
async function startHangingUp() {
  const packets = { connect: 0x10, subscribe: 0x82, ping: 0xc0 };
  const topics: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      // Packets of a client that subscribes are short: their length is one byte.
      for (let at = 0; at + 1 < bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
        if (bytes[at] === packets.connect) socket.write(Buffer.of(0x20, 2, 0, 0));
        if (bytes[at] === packets.ping) socket.write(Buffer.of(0xd0, 0));
        if (bytes[at] !== packets.subscribe) continue;
        const topic = bytes.toString('utf8', at + 6, at + 6 + bytes.readUInt16BE(at + 4));
        topics.push(topic);
        if (!topic.endsWith('/events')) return socket.destroy();
        socket.write(Buffer.of(0x90, 3, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0, 1));
      }
      return undefined;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  opened.push({ stop: async () => server.close() });
  return { url: `mqtt://127.0.0.1:${port}`, topics };
}

it('works with a broker that hangs up on an account that may not read the availability', async () => {
  const { url, topics } = await startHangingUp();
  const broker = { url, prefix: 'frigate', username: null, password: null };
  const { stateIs } = follow(broker);
  await stateIs('subscribed');
  // A connection that ended by chance does not decide it.
  expect(topics.filter((topic) => topic === 'frigate/available')).toHaveLength(2);
  expect(await tryBroker(broker)).toBeUndefined();
});

it('detects a broker that hangs or dies, and subscribes again when it is back', async () => {
  const broker = await start();
  const { stateIs, messages } = follow(brokerOf(broker), { keepaliveSeconds: 1 });
  await stateIs('subscribed');
  broker.freeze();
  await stateIs('failed');
  broker.thaw();
  await stateIs('subscribed');
  await broker.kill();
  await stateIs('failed');
  const again = await start({ port: broker.port });
  await stateIs('subscribed');
  await publish(again, 'frigate/events', 'here');
  await until(async () => messages.length === 1);
});

it('stays subscribed and loses nothing while messages arrive faster than they are read', async () => {
  const broker = await start();
  const states: SubscriptionState[] = [];
  let received = 0;
  const keepaliveSeconds = 1;
  const held = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  opened.push(
    followEvents({
      broker: brokerOf(broker),
      keepaliveSeconds,
      onState: (state) => states.push(state),
      onMessage: () => {
        received += 1;
        // Two milliseconds for each, without work.
        if (received % 25 === 0) Atomics.wait(held, 0, 0, 50);
      },
    }),
  );
  await until(async () => states.at(-1)?.kind === 'subscribed');
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`);
  // Several times as long as the broker may be silent.
  const count = 5_000 * keepaliveSeconds;
  for (let sent = 0; sent < count; sent += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, n) => client.publishAsync('frigate/events', 'x', { qos: n % 2 === 0 ? 1 : 0 })),
    );
  await client.endAsync();
  await until(async () => received === count);
  expect(states.map(({ kind }) => kind)).toEqual(['connecting', 'subscribed']);
});

it('gives up a connection over which a huge message arrives, before it is in memory', async () => {
  const broker = await start();
  const { states, messages, stateIs } = follow(brokerOf(broker));
  await stateIs('subscribed');
  await publish(broker, 'frigate/events', 'x'.repeat(17 * 1024 * 1024));
  await until(async () => states.some((state) => state.kind === 'failed'));
  expect(states).toContainEqual({ kind: 'failed', reason: reasonCode('detector-message-too-large') });
  await stateIs('subscribed');
  await publish(broker, 'frigate/events', 'small');
  await until(async () => messages.length > 0);
  expect(messages.map(({ text }) => text)).toEqual(['small']);
});

it('tests credentials and reports what is wrong with them', async () => {
  const broker = await start({ account: { username: 'cam', password: 'gate 7' } });
  expect(await tryBroker(brokerOf(broker, { username: 'cam', password: 'gate 7' }))).toBeUndefined();
  expect(await tryBroker(brokerOf(broker, { username: 'cam', password: 'wrong' }))).toBe(
    reasonCode('detector-login-refused'),
  );
});

it('supports TLS and rejects an untrusted certificate', async () => {
  const broker = await start({ tls: true });
  expect(await tryBroker(brokerOf(broker, { url: `mqtts://127.0.0.1:${broker.port}` }))).toBe(
    reasonCode('detector-certificate-untrusted'),
  );
});
