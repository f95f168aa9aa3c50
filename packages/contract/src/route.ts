import type { Capability } from '@holdfast/domain';
import type { Static, TSchema } from 'typebox';
import type { Access } from './access.ts';

/** Nothing to say: 204. */
export const noContent = { kind: 'no-content' } as const;
export type NoContent = typeof noContent;

/** Bytes of a fixed type, never JSON; `headers` describes those a client may want to read beside them. */
export const binary = <const M extends string>(mediaType: M, headers: Readonly<Record<string, string>> = {}) =>
  ({ kind: 'binary', mediaType, headers }) as const;
export type Binary = ReturnType<typeof binary>;

/** Not a reply at all: the connection goes on as a WebSocket. */
export const webSocket = { kind: 'web-socket' } as const;
export type WebSocketReply = typeof webSocket;

export type Reply = TSchema | NoContent | Binary | WebSocketReply;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Route {
  method: Method;
  /** As the specification writes it, parameters in braces. */
  path: string;
  access: Access;
  /** What a media or download route asks of its user beside: such a token is worth no more than whoever made it. */
  capability?: Exclude<Capability, 'admin' | 'actuators'>;
  summary: string;
  /** `camera`: the request names a camera, or a thing of one; outside the caller's scope it does not exist for them. */
  scope?: 'camera';
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Where the body is text of a kind of its own instead of JSON. */
  bodyMediaType?: 'application/sdp';
  /** Largest body taken, where it is not the usual 64 KiB. */
  bodyLimitBytes?: number;
  reply: Reply;
  /** What the server sends over a WebSocket as text. */
  messages?: TSchema;
  /** Where success is not 200 (204 for `noContent`). */
  status?: 201 | 202;
  /** Another success with the same reply, which the handler tells apart. */
  alsoStatus?: 200;
}

export const route = <const R extends Route>(definition: R): R => definition;

export type StaticOf<S> = S extends TSchema ? Static<S> : undefined;
export type ReplyOf<R extends Route> = R['reply'] extends TSchema
  ? Static<R['reply']>
  : R['reply'] extends Binary
    ? Uint8Array
    : undefined;

const SENTINELS: readonly unknown[] = ['no-content', 'binary', 'web-socket'];

export const isSchema = (reply: Reply): reply is TSchema => !('kind' in reply && SENTINELS.includes(reply.kind));
export const isBinary = (reply: Reply): reply is Binary => 'kind' in reply && reply.kind === 'binary';

export const isWebSocket = (reply: Reply): reply is WebSocketReply => reply === webSocket;

export const statusOf = ({ reply, status }: Route): number =>
  status ?? (reply === noContent ? 204 : reply === webSocket ? 101 : 200);
