import type { Readable } from 'node:stream';
import {
  isBinary,
  isWebSocket,
  type NoContent,
  type Route,
  type StaticOf,
  statusOf,
  type WebSocketReply,
} from '@holdfast/contract';
import type { PieceSource } from '@holdfast/media';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { WebSocket } from 'ws';
import type { Note } from './audit-note.ts';
import type { AnyCaller, CallerFor, Guard, Guards } from './caller.ts';
import { Problem } from './problem.ts';
import { requireCapability } from './require-capability.ts';
import { routeSchemaOf } from './route-schema.ts';
import { ClientLeft, sendPieces } from './send-pieces.ts';

export interface Input<R extends Route> {
  params: StaticOf<R['params']>;
  query: StaticOf<R['query']>;
  body: StaticOf<R['body']>;
  caller: CallerFor<R['access']>;
  request: FastifyRequest;
  /** Writes the audit entry of a route that changes something, in the transaction of the change. */
  note: R['method'] extends 'GET' ? undefined : Note;
  /** The open socket, on WebSocket routes. */
  socket: R['reply'] extends WebSocketReply ? WebSocket : undefined;
}

export interface Bytes {
  /** If it differs from the route's own: partial content, or not modified. */
  status?: 206 | 304;
  bytes: Buffer | Readable | PieceSource | string;
  mediaType?: string;
  headers?: Record<string, string>;
}

type Output<R extends Route> = R['reply'] extends NoContent | WebSocketReply
  ? undefined
  : R['reply'] extends { kind: 'binary' }
    ? Bytes
    : R['reply'] extends TSchema
      ? Static<R['reply']>
      : never;

/** The result of a handler for the route's other success status. */
export class AlsoStatus<T> {
  readonly body: T;
  constructor(body: T) {
    this.body = body;
  }
}

type Answer<R extends Route> = R extends { alsoStatus: number } ? Output<R> | AlsoStatus<Output<R>> : Output<R>;

export type Handler<R extends Route> = (input: Input<R>) => Promise<Answer<R>> | Answer<R>;
export type Handlers<T extends Record<string, Route>> = { [K in keyof T]: Handler<T[K]> };
export type HandlerTable<T extends Record<string, Record<string, Route>>> = { [F in keyof T]: Handlers<T[F]> };

/** Undefined for a route whose calls are not noted. */
export type NoteFor = (feature: string, name: string) => ((request: FastifyRequest) => Note) | undefined;

/** Rejects work when the database is unresponsive. */
export type UnlessUnresponsive = <T>(work: Promise<T>) => Promise<T>;

type Parsed = 'params' | 'query' | 'body' | 'caller';
type AnyHandler = (input: Omit<Input<Route>, 'socket'> & { socket: WebSocket | undefined }) => unknown;

/**
 * The only place that knows the framework's routing: every route of the table gets its guard, validation and reply filter here.
 */
export function mount<T extends Record<string, Record<string, Route>>>(
  app: FastifyInstance,
  {
    routes,
    handlers,
    guards,
    noteFor = () => undefined,
    unlessUnresponsive = (work) => work,
  }: {
    routes: T;
    handlers: HandlerTable<T>;
    guards: Guards;
    noteFor?: NoteFor;
    unlessUnresponsive?: UnlessUnresponsive;
  },
): void {
  for (const [feature, table] of Object.entries(routes)) {
    for (const [name, route] of Object.entries(table)) {
      const handler = (handlers[feature] as Record<string, AnyHandler>)[name];
      if (!handler) throw new Error(`the route ${feature}.${name} has no handler`);
      const noteOf = noteFor(feature, name) ?? noNote(`${feature}.${name}`);
      mountOne(app, route, handler, { guard: guards[route.access], noteOf, unlessUnresponsive });
    }
  }
}

const noNote = (route: string) => (): Note => () => {
  throw new Error(`${route} writes an audit entry, but the table of audited routes has no action for it`);
};

interface Mounting {
  guard: Guard;
  noteOf: (request: FastifyRequest) => Note;
  unlessUnresponsive: UnlessUnresponsive;
}

function mountOne(
  app: FastifyInstance,
  route: Route,
  handler: AnyHandler,
  { guard, noteOf, unlessUnresponsive }: Mounting,
): void {
  const url = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
  app.route({
    method: route.method,
    url,
    config: { bodyMediaType: route.bodyMediaType },
    ...(route.bodyLimitBytes !== undefined && { bodyLimit: route.bodyLimitBytes }),
    schema: routeSchemaOf(route),
    // Before the body is read: a stranger's upload is refused unread.
    // Known values are not awaited, here and below: most callers are cached and many replies need no database.
    onRequest: (request, _reply, done) => {
      request.routeUrl = url;
      const caller = guard(request, route);
      const admit = (found: AnyCaller) => {
        if (route.capability && found && 'userId' in found) requireCapability(found, route.capability);
        request.caller = found;
      };
      if (caller instanceof Promise) return unlessUnresponsive(caller).then(admit);
      admit(caller);
      done();
    },
    handler: (request, reply) => {
      const { params, query, body, caller } = parsedOf(request);
      if (isWebSocket(route.reply)) throw new Problem('websocket-only');
      const note = noteOf(request);
      const output = handler({ params, query, body, caller, request, note, socket: undefined });
      return output instanceof Promise
        ? unlessUnresponsive(output).then((value) => answer(reply, route, value))
        : answer(reply, route, output);
    },
    ...(isWebSocket(route.reply) && {
      wsHandler: async (socket: WebSocket, request: FastifyRequest) => {
        const { params, query, body, caller } = parsedOf(request);
        await handler({ params, query, body, caller, request, note: noteOf(request), socket });
      },
    }),
  });
}

/** Validated by the framework with the schemas of the route. */
const parsedOf = (request: FastifyRequest) => request as Pick<Input<Route>, Parsed>;

/** Returns the reply for the framework to wait on: a stream is not sent yet when this returns. */
function answer(reply: FastifyReply, route: Route, output: unknown): FastifyReply {
  const { pendingCookies } = reply.request;
  if (pendingCookies) reply.header('set-cookie', pendingCookies);
  if (output instanceof AlsoStatus) return reply.code(route.alsoStatus ?? statusOf(route)).send(output.body);
  if (!isBinary(route.reply)) return reply.code(statusOf(route)).send(output);
  const { bytes, status, mediaType, headers } = output as Bytes;
  reply
    .code(status ?? statusOf(route))
    .headers(headers ?? {})
    .type(mediaType ?? route.reply.mediaType);
  return typeof bytes === 'object' && 'fill' in bytes && 'lengthBytes' in bytes
    ? answerInPieces(reply, bytes)
    : reply.send(bytes);
}

/** Bypasses the framework, which does not report when the kernel has taken the data of a stream. */
function answerInPieces(reply: FastifyReply, source: PieceSource): FastifyReply {
  const { raw, request, log } = reply.header('content-length', source.lengthBytes).hijack();
  for (const [name, value = ''] of Object.entries(reply.getHeaders())) raw.setHeader(name, value);
  const sent = request.method === 'HEAD' ? source.close().finally(() => raw.end()) : sendPieces(raw, source);
  sent.catch((err: unknown) => {
    if (!(err instanceof ClientLeft)) log.warn({ err, request_id: request.id }, 'a reply broke off');
  });
  return reply;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyMediaType?: Route['bodyMediaType'];
  }

  interface FastifyRequest {
    caller: AnyCaller;
    /** Of a route of the table; kept here because the framework rebuilds its route options on every access. */
    routeUrl: string | undefined;
    /** Authenticated by the cookie of a browser. */
    isByCookie: boolean;
    /** Set by `setCookie`. */
    pendingCookies: string[] | undefined;
  }
}
