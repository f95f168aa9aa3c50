import { reasonCode } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import { type RawData, WebSocket } from 'ws';
import { applyEntityEvent, type HubEntity, isObject, type Json } from './hub-entity.ts';
import { HubFault, hubFault, statusFault } from './hub-fault.ts';
import { foreignAnswer } from './hub-get.ts';
import type { Hub } from './hub-settings.ts';
import { openConnection } from './open-connection.ts';

export interface Subscription {
  entities(): ReadonlyMap<string, HubEntity>;
  /** Follows exactly these entities; until the hub has sent their states, the previous ones are returned. */
  watch(entityIds: ReadonlySet<string>): void;
  /** Resolves with the answer; rejects after the limit. */
  ping(limitMs: number): Promise<void>;
  close(): void;
}

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** Everything this connection ever sends. There is no command that changes anything at the hub. */
type Command =
  | { type: 'subscribe_entities'; entity_ids: string[] }
  | { type: 'unsubscribe_events'; subscription: number }
  | { type: 'ping' };

interface Followed {
  /** Of the command; undefined if nothing is followed. */
  id: number | undefined;
  wanted: ReadonlySet<string>;
  entities: ReadonlyMap<string, HubEntity>;
}

/** Opens the hub's WebSocket, logs in, and resolves with the first states. */
export async function openSubscription({
  hub,
  outbound,
  entityIds,
  limitMs,
  nowMs,
  onChange,
  onClose,
}: {
  hub: Hub;
  outbound: OutboundRule;
  entityIds: ReadonlySet<string>;
  /** For everything until the first states. */
  limitMs: number;
  nowMs: () => number;
  /** Something changed by itself. */
  onChange: () => void;
  onClose: (fault: HubFault) => void;
}): Promise<Subscription> {
  const signal = AbortSignal.timeout(limitMs);
  // Its listeners have to be added at once: the hub speaks first.
  const socket = await openSocket(hub, outbound, signal);
  const ready = Promise.withResolvers<void>();
  const pings = new Map<number, () => void>();
  let lastId = 0;
  let isReady = false;
  let isClosed = false;
  let fault: HubFault | undefined;
  let current: Followed = { id: undefined, wanted: new Set(), entities: new Map() };
  let pending: Followed | undefined;

  const end = (why: unknown) => {
    fault ??= hubFault(why);
    socket.terminate();
  };
  const send = (command: Command): number => {
    lastId += 1;
    socket.send(JSON.stringify({ id: lastId, ...command }), () => undefined);
    return lastId;
  };
  const watch = (wanted: ReadonlySet<string>) => {
    // Without ids the hub would send every entity it has.
    if (wanted.size === 0) return replaceCurrent({ id: undefined, wanted, entities: new Map() });
    const id = send({ type: 'subscribe_entities', entity_ids: [...wanted] });
    if (pending?.id !== undefined) send({ type: 'unsubscribe_events', subscription: pending.id });
    pending = { id, wanted, entities: new Map() };
  };
  const replaceCurrent = (next: Followed) => {
    if (current.id !== undefined) send({ type: 'unsubscribe_events', subscription: current.id });
    current = next;
    pending = undefined;
    isReady = true;
    ready.resolve();
  };
  const takeEvent = (id: unknown, event: Json) => {
    const followed = [pending, current].find((one) => one?.id !== undefined && one.id === id);
    if (!followed) return;
    const { wanted } = followed;
    const entities = applyEntityEvent(followed.entities, event, { nowMs: nowMs(), wanted });
    if (followed === pending) replaceCurrent({ ...followed, entities });
    else current = { ...followed, entities };
    onChange();
  };
  const take = (message: Json) => {
    switch (message.type) {
      case 'auth_required':
        return socket.send(JSON.stringify({ type: 'auth', access_token: hub.token }), () => undefined);
      case 'auth_invalid':
        return end(new HubFault('refused', reasonCode('hub-token-refused')));
      case 'auth_ok':
        return watch(entityIds);
      case 'result':
        // A hub of another version that does not know the command.
        if (message.success !== true && message.id === pending?.id) end(foreignAnswer());
        return;
      case 'event':
        return isObject(message.event) && takeEvent(message.id, message.event);
      case 'pong':
        return pings.get(message.id as number)?.();
    }
  };

  socket.on('message', (data: RawData, isBinary: boolean) => {
    const message = isBinary ? undefined : parseMessage(data);
    if (message === undefined) end(foreignAnswer());
    else take(message);
  });
  socket.on('unexpected-response', (request, response) => {
    end(upgradeFault(response.statusCode ?? 0));
    request.destroy();
  });
  socket.on('error', end);
  socket.on('close', () => {
    isClosed = true;
    const why = fault ?? new HubFault('unreachable', reasonCode('hub-connection-closed'));
    ready.reject(why);
    if (isReady) onClose(why);
  });
  const tooLate = () => end(signal.reason);
  signal.addEventListener('abort', tooLate, { once: true });
  try {
    await ready.promise;
  } finally {
    signal.removeEventListener('abort', tooLate);
  }

  return {
    entities: () => current.entities,
    watch,
    ping: (pingLimitMs) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new HubFault('unreachable', reasonCode('hub-connection-closed')));
        const id = send({ type: 'ping' });
        const settle = (done: () => void) => {
          clearTimeout(timer);
          socket.off('close', closed);
          pings.delete(id);
          done();
        };
        const fail = (reason: ReturnType<typeof reasonCode>) =>
          settle(() => reject(new HubFault('unreachable', reason)));
        const closed = () => fail(reasonCode('hub-connection-closed'));
        // After a delay of this process an answer that has arrived is read first.
        const timer = setTimeout(() => setImmediate(() => fail(reasonCode('hub-timed-out'))), pingLimitMs);
        socket.once('close', closed);
        pings.set(id, () => settle(resolve));
      }),
    close: () => socket.terminate(),
  };
}

async function openSocket(hub: Hub, outbound: OutboundRule, signal: AbortSignal): Promise<WebSocket> {
  const connection = await openConnection(hub, outbound, signal);
  // The connection is open and encrypted already where it has to be, so this is `ws:` in both cases.
  return new WebSocket(`ws://${new URL(hub.baseUrl).host}/api/websocket`, {
    createConnection: () => connection,
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    headers: { 'user-agent': 'Holdfast' },
  });
}

/** Not a refusal: the login is in the first message, which was not sent. A proxy may block the upgrade alone. */
function upgradeFault(status: number): HubFault {
  const { reason } = statusFault(status);
  return new HubFault('foreign', reason);
}

function parseMessage(data: RawData): Json | undefined {
  try {
    const parsed: unknown = JSON.parse(data.toString());
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
