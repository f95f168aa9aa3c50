import { reasonCode } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import { type RawData, WebSocket } from 'ws';
import { FollowedEntities, type HubCommand } from './followed-entities.ts';
import { type HubEntity, isObject, type Json } from './hub-entity.ts';
import { HubFault, hubFault, statusFault } from './hub-fault.ts';
import { foreignAnswer } from './hub-get.ts';
import type { Hub } from './hub-settings.ts';
import { openConnection } from './open-connection.ts';
import { createPings } from './pings.ts';

export interface Subscription {
  entities(): ReadonlyMap<string, HubEntity>;
  /** Follows exactly these entities; until the hub has sent their states, the previous ones are returned. */
  watch(entityIds: ReadonlySet<string>): void;
  /** Resolves with the answer; rejects after the limit. */
  ping(limitMs: number): Promise<void>;
  close(): void;
}

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

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
  /** Time limit until the first states have arrived. */
  limitMs: number;
  nowMs: () => number;
  /** The hub reported a change. */
  onChange: () => void;
  onClose: (fault: HubFault) => void;
}): Promise<Subscription> {
  const signal = AbortSignal.timeout(limitMs);
  // Its listeners have to be added at once: the hub sends the first message.
  const socket = await openSocket(hub, outbound, signal);
  const ready = Promise.withResolvers<void>();
  let lastId = 0;
  let isReady = false;
  let fault: HubFault | undefined;
  const send = (command: HubCommand): number => {
    lastId += 1;
    socket.send(JSON.stringify({ id: lastId, ...command }), () => undefined);
    return lastId;
  };
  const pings = createPings(socket, () => send({ type: 'ping' }));
  const followed = new FollowedEntities({
    send,
    nowMs,
    onReady: () => {
      isReady = true;
      ready.resolve();
    },
  });
  const end = (why: unknown) => {
    fault ??= hubFault(why);
    socket.terminate();
  };
  /** Each next message of the hub about the login, once: repeated answers to a hub that does not read would fill the memory. */
  const login = ['auth_required', 'auth_ok'];
  const take = ({ type, id, success, event }: Json) => {
    if ((type === 'auth_required' || type === 'auth_ok') && login.shift() !== type) return end(foreignAnswer());
    switch (type) {
      case 'auth_required':
        return socket.send(JSON.stringify({ type: 'auth', access_token: hub.token }), () => undefined);
      case 'auth_invalid':
        return end(new HubFault('refused', reasonCode('hub-token-refused')));
      case 'auth_ok':
        return followed.watch(entityIds);
      case 'result':
        // A hub of another version that does not know the command.
        return success !== true && followed.isPending(id) && end(foreignAnswer());
      case 'event':
        return isObject(event) && followed.take(id, event) && onChange();
      case 'pong':
        return pings.answered(id);
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
    entities: () => followed.entities,
    watch: (wanted) => followed.watch(wanted),
    ping: pings.ping,
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
