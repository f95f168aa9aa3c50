import { createRequire } from 'node:module';
import { type Reason, reasonCode } from '@holdfast/domain';
import { withTimeLimit } from '@holdfast/kit';
import type mqtt from 'mqtt';
import type { Message } from './discovery.ts';

export interface OfferBroker {
  /** `mqtt://` or `mqtts://`. */
  url: string;
  username: string | null;
  password: string | null;
}

export type PublisherState = { kind: 'connecting' } | { kind: 'connected' } | { kind: 'failed'; reason: Reason };

export interface Publisher {
  state(): PublisherState;
  /** Publishes what differs from what the broker has; after a reconnect everything again. */
  retain(messages: readonly Message[]): void;
  /** Publishes a message that is not retained. */
  send(topic: string, payload: Buffer | string): void;
  /** Removes retained messages. Rejects if the broker cannot be reached. */
  clear(topics: readonly string[]): Promise<void>;
  /** Reports our absence, or removes the last trace of it, and disconnects. */
  stop(leaving?: 'for-now' | 'for-good'): Promise<void>;
}

const KEEPALIVE_SECONDS = 10;
const CLEAR_MS = 10_000;
const GOODBYE_MS = 2_000;

/** Loaded with the first broker: most installations have none, and every process would keep the library in memory. */
const loadMqtt = (): typeof mqtt => createRequire(import.meta.url)('mqtt');

/** Publishes to the broker of the hub. The broker itself reports our absence with the last will. */
export function createPublisher({
  broker,
  statusTopic,
  faultOf,
  retryMs = 5_000,
}: {
  broker: OfferBroker;
  statusTopic: string;
  /** Without addresses and secrets. */
  faultOf: (err: Error) => Reason;
  retryMs?: number;
}): Publisher {
  let state: PublisherState = { kind: 'connecting' };
  /** The messages that the broker has, as far as this connection knows. */
  let published = new Map<string, string>();
  const client = loadMqtt().connect(broker.url, {
    ...(broker.username !== null && { username: broker.username }),
    ...(broker.password !== null && { password: broker.password }),
    clean: true,
    keepalive: KEEPALIVE_SECONDS,
    connectTimeout: KEEPALIVE_SECONDS * 1_000,
    reconnectPeriod: retryMs,
    queueQoSZero: false,
    will: { topic: statusTopic, payload: Buffer.from('offline'), qos: 1, retain: true },
  });
  const publish = (topic: string, payload: string) =>
    client.publish(topic, payload, { qos: 1, retain: true }, () => {});
  client.on('connect', () => {
    state = { kind: 'connected' };
    published = new Map();
    publish(statusTopic, 'online');
  });
  client.on('error', (err) => {
    state = { kind: 'failed', reason: faultOf(err) };
  });
  client.on('close', () => {
    if (state.kind === 'connected') state = { kind: 'failed', reason: reasonCode('detector-connection-lost') };
  });
  const sayGoodbye = (leaving: 'for-now' | 'for-good') =>
    client.publishAsync(statusTopic, leaving === 'for-good' ? '' : 'offline', { qos: 1, retain: true });
  return {
    state: () => state,
    retain(messages) {
      if (!client.connected) return;
      for (const { topic, payload } of messages) {
        if (published.get(topic) === payload) continue;
        published.set(topic, payload);
        publish(topic, payload);
      }
    },
    send(topic, payload) {
      if (client.connected) client.publish(topic, payload, { qos: 0, retain: false }, () => {});
    },
    async clear(topics) {
      const cleared = Promise.all(topics.map((topic) => client.publishAsync(topic, '', { qos: 1, retain: true })));
      if (!(await within(CLEAR_MS, cleared))) throw new Error('the broker did not confirm the removal in time');
      for (const topic of topics) published.delete(topic);
    },
    async stop(leaving = 'for-now') {
      const isOrderly = client.connected && (await within(GOODBYE_MS, sayGoodbye(leaving)));
      // Without a goodbye the broker publishes the last will.
      if (!isOrderly || !(await within(GOODBYE_MS, client.endAsync(false)))) await client.endAsync(true);
    },
  };
}

/** Whether the work succeeds in time. */
const within = (limitMs: number, work: Promise<unknown>): Promise<boolean> =>
  withTimeLimit(work, limitMs).then(
    () => true,
    () => false,
  );
