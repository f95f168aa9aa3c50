import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { reasonCode } from '@holdfast/domain';
import { type Mosquitto, startMosquitto, until } from '@holdfast/testkit';
import mqtt from 'mqtt';
import { afterEach, beforeEach, it } from 'vitest';
import { createPublisher, type Publisher } from './publisher.ts';

const STATUS = 'holdfast/house/status';

let broker: Mosquitto;
let publishers: Publisher[];
beforeEach(async () => {
  broker = await startMosquitto();
  publishers = [];
});
afterEach(async () => {
  for (const publisher of publishers) await publisher.stop();
  await broker.stop();
});

const publish = (port = broker.port) => {
  const publisher = createPublisher({
    broker: { url: `mqtt://127.0.0.1:${port}`, username: null, password: null },
    statusTopic: STATUS,
    faultOf: ({ name }) => reasonCode('detector-connection-failed', { error: name }),
    retryMs: 100,
  });
  publishers.push(publisher);
  return publisher;
};
const connected = (publisher: Publisher) => until(() => publisher.state().kind === 'connected');
/** What a client that connects now gets. */
async function retained(): Promise<Record<string, string>> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`);
  const found: Record<string, string> = {};
  client.on('message', (topic, payload) => {
    found[topic] = payload.toString();
  });
  await client.subscribeAsync('#', { qos: 1 });
  // Retained messages precede this one.
  await client.publishAsync('end', '', { qos: 1 });
  await until(() => 'end' in found);
  await client.endAsync();
  delete found.end;
  return found;
}
const inOrder = (messages: Record<string, string>) => JSON.stringify(Object.entries(messages).sort());
const becomes = (expected: Record<string, string>) =>
  until(async () => inOrder(await retained()) === inOrder(expected));

it('retains states, sends pictures once, and removes what is cleared', async () => {
  const publisher = publish();
  await connected(publisher);
  publisher.retain([{ topic: 'a', payload: '1' }]);
  publisher.send('picture', Buffer.from([1, 2]));
  await becomes({ a: '1', [STATUS]: 'online' });
  await publisher.clear(['a']);
  await becomes({ [STATUS]: 'online' });
});

it('publishes everything again after a broker without memory has restarted', async () => {
  const publisher = publish();
  await connected(publisher);
  publisher.retain([{ topic: 'a', payload: '1' }]);
  await becomes({ a: '1', [STATUS]: 'online' });
  const { port } = broker;
  await broker.kill();
  await until(() => publisher.state().kind === 'failed');
  broker = await startMosquitto({ port });
  await connected(publisher);
  publisher.retain([{ topic: 'a', payload: '1' }]);
  await becomes({ a: '1', [STATUS]: 'online' });
});

it('is reported as gone by the broker when its connection breaks', async () => {
  const cut = new Set<Socket>();
  const cable = createServer((near) => {
    const far = connect(broker.port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      cut.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => cable.listen(0, '127.0.0.1', resolve));
  const publisher = publish((cable.address() as AddressInfo).port);
  await connected(publisher);
  publisher.retain([{ topic: 'a', payload: 'clear' }]);
  await becomes({ a: 'clear', [STATUS]: 'online' });
  cable.close();
  for (const socket of cut) socket.destroy();
  await becomes({ a: 'clear', [STATUS]: 'offline' });
});

it('leaves "offline" behind when it stops, and nothing when the offer is turned off', async () => {
  const first = publish();
  await connected(first);
  await first.stop();
  await becomes({ [STATUS]: 'offline' });
  const second = publish();
  await connected(second);
  await becomes({ [STATUS]: 'online' });
  await second.stop('for-good');
  await becomes({});
});
