/** Availability of the server, derived from every API call. */
export type Connection = 'here' | 'server-away' | 'database-away';

export interface ConnectionStore {
  current(): Connection;
  subscribe(listener: () => void): () => void;
  note(connection: Connection): void;
}

export function createConnectionStore(): ConnectionStore {
  const listeners = new Set<() => void>();
  let connection: Connection = 'here';
  return {
    current: () => connection,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    note: (next) => {
      if (next === connection) return;
      connection = next;
      for (const listener of listeners) listener();
    },
  };
}

/**
 * A proxy that cannot reach the server answers 502 or 504 without a problem document. The API itself uses 502 for an offline
 * camera and 503 for a busy database, so the problem type decides.
 */
export function connectionOf({ status, headers }: Pick<Response, 'status' | 'headers'>, problem?: string): Connection {
  const isOurs = headers.get('x-request-id') !== null;
  if (problem === '/problems/database-unavailable') return 'database-away';
  if (status >= 502 && !isOurs) return 'server-away';
  return 'here';
}

/** Problem type of an error response; undefined for any other response. */
export async function problemTypeOf(response: Response): Promise<string | undefined> {
  if (response.ok || !response.headers.get('content-type')?.startsWith('application/problem+json')) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return body !== null && typeof body === 'object' && 'type' in body && typeof body.type === 'string'
    ? body.type
    : undefined;
}
