import type { TSchema } from 'typebox';
import type { Access } from './access.ts';
import { ProblemBody, problems } from './problems.ts';
import { type Binary, isBinary, isSchema, isWebSocket, type Route, statusOf } from './route.ts';

type Json = Record<string, unknown>;

const schemes: Record<Exclude<Access, 'public'>, Json[]> = {
  user: [{ user: [] }],
  admin: [{ user: [] }],
  view_plates: [{ user: [] }],
  playback: [{ user: [] }],
  clips: [{ user: [] }],
  export: [{ user: [] }],
  protect: [{ user: [] }],
  media: [{ user: [] }, { media: [] }],
  download: [{ user: [] }, { download: [] }],
  share: [{ share: [] }],
  ingest: [{ ingest: [] }],
  metrics: [{ metrics: [] }],
};

/** The contract as OpenAPI 3.1, in the order of the route table, so that changes are small diffs. */
export function printOpenapi(routes: Record<string, Record<string, Route>>, version: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [feature, table] of Object.entries(routes)) {
    for (const [name, entry] of Object.entries(table)) {
      paths[entry.path] ??= {};
      Object.assign(paths[entry.path] as Json, {
        [entry.method.toLowerCase()]: operation(feature, name, entry, schemas),
      });
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Holdfast', version },
    paths,
    components: {
      schemas: { ...schemas, Problem: plain(ProblemBody) },
      responses: {
        Problem: {
          description: 'A refusal; `type` ends in one of the listed codes',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        media: { type: 'apiKey', in: 'query', name: 'token' },
        download: { type: 'apiKey', in: 'query', name: 'token' },
        share: { type: 'apiKey', in: 'cookie', name: 'holdfast_share_<port>' },
        ingest: { type: 'apiKey', in: 'header', name: 'X-Ingest-Token' },
        metrics: { type: 'http', scheme: 'bearer' },
      },
    },
    'x-problems': Object.entries(problems).map(([code, { status, title }]) => ({
      type: `/problems/${code}`,
      status,
      title,
    })),
  };
}

function operation(feature: string, name: string, entry: Route, schemas: Json): Json {
  const success = {
    ...(entry.alsoStatus !== undefined && { [entry.alsoStatus]: successReply(entry, schemas) }),
    [statusOf(entry)]: successReply(entry, schemas),
  };
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: entry.summary,
    'x-access': entry.access,
    ...(entry.bodyLimitBytes !== undefined && { 'x-body-limit-bytes': entry.bodyLimitBytes }),
    ...(entry.access === 'public' ? { security: [] } : { security: schemes[entry.access] }),
    ...parameters(entry),
    ...(entry.body && {
      requestBody: {
        required: true,
        content: { [entry.bodyMediaType ?? 'application/json']: { schema: reference(entry.body, schemas) } },
      },
    }),
    responses: { ...success, default: { $ref: '#/components/responses/Problem' } },
  };
}

function successReply(entry: Route, schemas: Json): Json {
  const { reply } = entry;
  if (isBinary(reply)) return { description: 'Success', ...headersOf(reply), content: { [reply.mediaType]: {} } };
  if (isWebSocket(reply))
    return {
      description: 'Switches to a WebSocket',
      ...(entry.messages && { 'x-messages': reference(entry.messages, schemas) }),
    };
  if (!isSchema(reply)) return { description: 'Done' };
  return { description: 'Success', content: { 'application/json': { schema: reference(reply, schemas) } } };
}

function headersOf({ headers }: Binary): Json {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) };
}

function parameters({ params, query }: Route): Json {
  const list = [...listOf(params, 'path'), ...listOf(query, 'query')];
  return list.length === 0 ? {} : { parameters: list };
}

function listOf(schema: TSchema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schema as { properties?: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: plain(value),
  }));
}

/** Named schemas become components; the others are inlined. */
function reference(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((part) => reference(part, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, ...rest } = schema as Json & { $id?: string };
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, reference(value, schemas)]));
  if ($id === undefined) return inner;
  schemas[$id] = inner;
  return { $ref: `#/components/schemas/${$id}` };
}

const plain = (schema: TSchema): unknown => {
  const { $id: _, ...rest } = JSON.parse(JSON.stringify(schema)) as Json;
  return rest;
};
