import {
  isBinary,
  isSchema,
  type ProblemBody,
  type ReplyOf,
  type Route,
  type Routes,
  routes,
  type StaticOf,
} from '@holdfast/contract';
import { ApiProblem } from './problem.ts';

type Part<Name extends string, S> = undefined extends S
  ? unknown
  : object extends S
    ? { [N in Name]?: S }
    : { [N in Name]: S };

export type CallInput<R extends Route> = Part<'params', StaticOf<R['params']>> &
  Part<'query', StaticOf<R['query']>> &
  Part<'body', StaticOf<R['body']>>;

interface CallOptions {
  /** Cancels the request. */
  signal?: AbortSignal;
}

type Call<R extends Route> =
  object extends CallInput<R>
    ? (input?: CallInput<R> & CallOptions) => Promise<ReplyOf<R>>
    : (input: CallInput<R> & CallOptions) => Promise<ReplyOf<R>>;

export type Client = {
  [F in keyof Routes]: { [N in keyof Routes[F]]: Routes[F][N] extends Route ? Call<Routes[F][N]> : never };
};

export interface ClientOptions {
  baseUrl: string;
  /** Read for every call, so that a refreshed token is used at once. */
  token?: () => string | undefined;
  fetch?: typeof fetch;
}

interface AnyInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A typed method for every route of the contract. */
export function createClient(options: ClientOptions): Client {
  const features = Object.entries(routes).map(([feature, table]) => {
    const calls = Object.entries(table).map(([name, route]) => [
      name,
      (input: AnyInput = {}) => call(options, route, input),
    ]);
    return [feature, Object.fromEntries(calls)];
  });
  return Object.fromEntries(features) as Client;
}

async function call(
  { baseUrl, token, fetch: send = fetch }: ClientOptions,
  route: Route,
  { params, query, body, signal }: AnyInput,
): Promise<unknown> {
  const bearer = token?.();
  // A removal that could still be undone is often sent while the page is closing.
  const outlivesPage = route.method !== 'GET' && body === undefined;
  const response = await send(new URL(pathOf(route, params) + queryOf(query), baseUrl), {
    method: route.method,
    ...(outlivesPage && { keepalive: true }),
    ...(signal && { signal }),
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': route.bodyMediaType ?? 'application/json' }),
    },
    ...(body !== undefined && { body: route.bodyMediaType ? String(body) : JSON.stringify(body) }),
  });
  if (!response.ok) throw await problemOf(response);
  if (isBinary(route.reply)) return new Uint8Array(await response.arrayBuffer());
  return isSchema(route.reply) ? response.json() : undefined;
}

const pathOf = ({ path }: Route, params: Record<string, unknown> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

function queryOf(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)] as [string, string]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** The error of a response that is not ok. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const body = (await response.json().catch(() => undefined)) as ProblemBody | undefined;
  // A proxy answers without a problem document.
  const problem = body?.type?.startsWith('/problems/')
    ? body
    : {
        type: '/problems/internal',
        title: `The server answered ${response.status}`,
        status: response.status,
        instance: '',
      };
  return new ApiProblem(problem, Number.isNaN(retryAfter) ? undefined : retryAfter);
}
