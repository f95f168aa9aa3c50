import type { Capability } from '@holdfast/domain';
import type { Static, TSchema } from 'typebox';
import type { Access } from './access.ts';

/** No body: 204. */
export const noContent = { kind: 'no-content' } as const;
export type NoContent = typeof noContent;

/** Bytes of a fixed type, never JSON; `headers` documents the response headers. */
export const binary = <const M extends string>(mediaType: M, headers: Readonly<Record<string, string>> = {}) =>
  ({ kind: 'binary', mediaType, headers }) as const;
export type Binary = ReturnType<typeof binary>;

/** No reply: the connection is upgraded to a WebSocket. */
export const webSocket = { kind: 'web-socket' } as const;
export type WebSocketReply = typeof webSocket;

export type Reply = TSchema | NoContent | Binary | WebSocketReply;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Route {
  method: Method;
  /** Path with parameters in braces. */
  path: string;
  access: Access;
  /** Capability that the user of a media or download route needs; its token has no more rights than its creator. */
  capability?: Exclude<Capability, 'admin' | 'actuators'>;
  summary: string;
  /** `camera`: the request names a camera or something of one; outside the caller's scope it is not found. */
  scope?: 'camera';
  /** The handler's own statement contains the scope: the guard need not ask whether the camera is visible as well. */
  scopeInHandler?: true;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Media type of a body that is text instead of JSON. */
  bodyMediaType?: 'application/sdp' | 'text/csv';
  /** Body limit, if not the default of 64 KiB. */
  bodyLimitBytes?: number;
  reply: Reply;
  /** Text messages of the server on a WebSocket. */
  messages?: TSchema;
  /** Success status, if not 200 (204 for `noContent`). */
  status?: 201 | 202;
  /** A second success status with the same reply, chosen by the handler. */
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
