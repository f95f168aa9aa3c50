import { createRequire } from 'node:module';
import { type Reason, reasonCode } from '@holdfast/domain';
import type mqtt from 'mqtt';
import { watchPacketLengths } from './packet-lengths.ts';

export interface Broker {
  /** `mqtt://` or `mqtts://`. */
  url: string;
  prefix: string;
  username: string | null;
  password: string | null;
}

/**
 * `subscribed`: the broker confirmed the subscription, so published messages arrive, and the detector is not known to be away.
 * Only then it counts as a working motion source.
 */
export type SubscriptionState = { kind: 'connecting' } | { kind: 'subscribed' } | { kind: 'failed'; reason: Reason };

export interface FollowOptions {
  broker: Broker;
  /** A retained message was published before we subscribed and may be of any age. */
  onMessage: (payload: Buffer, about: { retained: boolean }) => void;
  onState: (state: SubscriptionState) => void;
  /** A dead connection is detected within about one and a half of this. */
  keepaliveSeconds?: number;
  retryMs?: number;
}

export interface Following {
  stop(): Promise<void>;
}

const REFUSED_QOS = 0x80;
/** A connection that is merely bad may end at that moment too, but hardly twice in a row. */
const MAX_HANG_UPS = 2;
/** Smaller ones are read, and ignored if they are too large for an event. MQTT allows 256 MiB. */
const MAX_PACKET_BYTES = 16 * 1024 * 1024;

/** Loaded with the first broker: most installations have none, and every process would keep the library in memory. */
const loadMqtt = (): typeof mqtt => createRequire(import.meta.url)('mqtt');

/** Subscribes to the events of a detector and reconnects until it is stopped. */
export function followEvents({
  broker,
  onMessage,
  onState,
  keepaliveSeconds = 10,
  retryMs = 2_000,
}: FollowOptions): Following {
  let isStopped = false;
  let reason: Reason | undefined;
  let last: SubscriptionState | undefined;
  const report = (state: SubscriptionState) => {
    if (isStopped || JSON.stringify(state) === JSON.stringify(last)) return;
    last = state;
    onState(state);
  };
  const topic = `${broker.prefix}/events`;
  const availability = `${broker.prefix}/available`;
  let isSubscribed = false;
  /** Connections in a row that ended while the broker was asked for the availability. */
  let hangUps = 0;
  // Kept while the broker is away: one that forgets its messages does not report a detector that is still offline.
  let isAway = false;
  const reportSubscribed = () => {
    if (isSubscribed)
      report(isAway ? { kind: 'failed', reason: reasonCode('detector-offline') } : { kind: 'subscribed' });
  };
  report({ kind: 'connecting' });
  const client = loadMqtt().connect(broker.url, {
    ...(broker.username !== null && { username: broker.username }),
    ...(broker.password !== null && { password: broker.password }),
    clean: true,
    keepalive: keepaliveSeconds,
    connectTimeout: keepaliveSeconds * 1_000,
    reconnectPeriod: retryMs,
    resubscribe: false,
  });
  const subscribe = () => {
    // Nothing follows the confirmed login until there is a subscription, so a packet begins here.
    refuseHugePackets(client, () => {
      reason = reasonCode('detector-message-too-large');
      report({ kind: 'failed', reason });
    });
    const isHungUp = (err: Error | null | undefined) => err != null && client.stream.destroyed;
    // First, so that a detector that is away never counts as working. An account that may not read it loses nothing else: some
    // brokers refuse it, others hang up, and are not asked in the next connection.
    const asksAvailability = hangUps < MAX_HANG_UPS;
    if (asksAvailability)
      client.subscribe(availability, { qos: 1 }, (err) => {
        hangUps = isHungUp(err) ? hangUps + 1 : 0;
      });
    // A broker that never answers is treated as one that refuses.
    const silent = setTimeout(() => refuse(reasonCode('detector-subscription-silent')), keepaliveSeconds * 1_000);
    const refuse = (why: Reason) => {
      clearTimeout(silent);
      reason = why;
      isSubscribed = false;
      report({ kind: 'failed', reason: why });
      client.end(true, () => {
        if (!isStopped) retry = setTimeout(() => !isStopped && client.reconnect(), retryMs);
      });
    };
    client.subscribe(topic, { qos: 1 }, (err, granted) => {
      if (isStopped) return clearTimeout(silent);
      if (isHungUp(err)) return refuse(reasonCode('detector-connection-lost'));
      if (err || granted?.length !== 1 || granted.some(({ qos }) => qos >= REFUSED_QOS))
        return refuse(reasonCode('detector-subscription-refused', { topic }));
      clearTimeout(silent);
      reason = undefined;
      isSubscribed = true;
      if (!asksAvailability) hangUps = 0;
      reportSubscribed();
    });
  };
  let retry: NodeJS.Timeout | undefined;
  client.on('connect', subscribe);
  client.on('message', (arrivedOn, payload, { retain }) => {
    if (isStopped) return;
    if (arrivedOn === topic) onMessage(payload, { retained: retain });
    if (arrivedOn !== availability) return;
    isAway = isAwayMessage(payload);
    reportSubscribed();
  });
  pingInFloods(client, keepaliveSeconds);
  client.on('error', (err) => {
    reason = brokerFault(err);
    report({ kind: 'failed', reason });
  });
  client.on('close', () => {
    isSubscribed = false;
    report({ kind: 'failed', reason: reason ?? reasonCode('detector-connection-lost') });
  });
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await client.endAsync(true);
    },
  };
}

function refuseHugePackets({ stream }: mqtt.MqttClient, onRefused: () => void): void {
  const refuse = () => {
    onRefused();
    stream.destroy();
  };
  stream.on('data', watchPacketLengths(MAX_PACKET_BYTES, refuse));
}

/**
 * In a flood the answer to a ping waits behind thousands of messages, each of which shows as well that the broker is alive. The
 * broker needs a ping from us all the same.
 */
function pingInFloods(client: mqtt.MqttClient, keepaliveSeconds: number): void {
  let aliveMs = 0;
  client.on('packetreceive', () => {
    const nowMs = performance.now();
    if (nowMs - aliveMs < (keepaliveSeconds * 1_000) / 4) return;
    aliveMs = nowMs;
    client.reschedulePing(true);
    if (client.connected) client.sendPing();
  });
}

/** A detector sends `online` when it starts and `stopped` when it ends, and its last will `offline` when it dies. */
const isAwayMessage = (payload: Buffer): boolean => ['offline', 'stopped'].includes(payload.toString('latin1', 0, 20));

/** Without addresses and secrets. */
export function brokerFault(err: Error & { code?: string | number }): Reason {
  switch (err.code) {
    case 4:
    case 5:
      return reasonCode('detector-login-refused');
    case 'ECONNREFUSED':
      return reasonCode('detector-connection-refused');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return reasonCode('detector-host-unknown');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return reasonCode('detector-certificate-untrusted');
    default:
      return reasonCode('detector-connection-failed', { error: err.code ?? err.name });
  }
}

const TEST_RETRY_MS = 500;

/** Connects and subscribes once; returns undefined on success, otherwise the reason. */
export function tryBroker(broker: Broker, timeoutMs = 8_000): Promise<Reason | undefined> {
  return new Promise((resolve) => {
    let reason = reasonCode('detector-silent');
    let following: Following | undefined;
    const finish = (answer: Reason | undefined) => {
      clearTimeout(timer);
      resolve(answer);
      void following?.stop();
    };
    const timer = setTimeout(() => finish(reason), timeoutMs);
    following = followEvents({
      broker,
      retryMs: TEST_RETRY_MS,
      onMessage: () => {},
      onState: (state) => {
        if (state.kind === 'subscribed') queueMicrotask(() => finish(undefined));
        if (state.kind === 'failed') {
          reason = state.reason;
          // A broker that hangs up without a reason may accept the next connection.
          if (reason !== reasonCode('detector-connection-lost')) queueMicrotask(() => finish(reason));
        }
      },
    });
  });
}
