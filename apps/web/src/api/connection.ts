/** Whether the server can be worked with right now, told by every call that was made. */
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
 * A proxy that cannot reach the server answers 502 or 504 in its own words; a camera that is away is a problem of ours with
 * 502, and one moment's crowd at the database is one with 503, so what the problem is called decides.
 */
export function connectionOf({ status, headers }: Pick<Response, 'status' | 'headers'>, problem?: string): Connection {
  const isOurs = headers.get('x-request-id') !== null;
  if (problem === '/problems/database-unavailable') return 'database-away';
  if (status >= 502 && !isOurs) return 'server-away';
  return 'here';
}

/** What a refusal calls itself; undefined for anything else. */
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
