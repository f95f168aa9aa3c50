import type { WebSocket } from 'ws';
import type { HubEntities } from './hub-entities.ts';

/** As the login of a WebSocket reports it. */
const VERSION = '2024.3.3';

export interface Follower {
  socket: WebSocket;
  id: number;
  /** All if empty. */
  entityIds: ReadonlySet<string>;
}

export interface ConversationOptions {
  entities: HubEntities;
  followers: Set<Follower>;
  token: () => string;
  /** Whether the hub answers at all at the moment. */
  isSilent: () => boolean;
  onCommand: (type: string) => void;
}

/** One WebSocket of a client, from the login on. */
export function converse(socket: WebSocket, options: ConversationOptions): void {
  const { followers, token, isSilent, onCommand } = options;
  let isKnown = false;
  const send = (message: unknown): unknown => !isSilent() && socket.send(JSON.stringify(message));
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const follower of followers) if (follower.socket === socket) followers.delete(follower);
  });
  socket.on('message', (data) => {
    const { id, type, ...rest } = JSON.parse(data.toString());
    onCommand(type);
    if (isKnown) return execute(socket, { id, type, ...rest }, options, send);
    isKnown = type === 'auth' && rest.access_token === token();
    send(
      isKnown ? { type: 'auth_ok', ha_version: VERSION } : { type: 'auth_invalid', message: 'Invalid access token' },
    );
    if (!isKnown) socket.close();
  });
  send({ type: 'auth_required', ha_version: VERSION });
}

interface Command {
  id: number;
  type: string;
  entity_ids?: string[];
  subscription?: number;
}

function execute(
  socket: WebSocket,
  { id, type, entity_ids, subscription }: Command,
  { entities, followers }: ConversationOptions,
  send: (message: unknown) => unknown,
): unknown {
  const succeed = () => send({ id, type: 'result', success: true, result: null });
  switch (type) {
    case 'ping':
      return send({ id, type: 'pong' });
    case 'subscribe_entities': {
      const entityIds = new Set<string>(entity_ids ?? []);
      followers.add({ socket, id, entityIds });
      succeed();
      return send({ id, type: 'event', event: { a: entities.added(entityIds) } });
    }
    case 'unsubscribe_events':
      for (const follower of followers)
        if (follower.socket === socket && follower.id === subscription) followers.delete(follower);
      return succeed();
    default:
      return send({
        id,
        type: 'result',
        success: false,
        error: { code: 'unknown_command', message: 'Unknown command.' },
      });
  }
}
