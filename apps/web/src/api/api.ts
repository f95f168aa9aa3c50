import { createClient } from '@holdfast/client';
import { connectionOf, createConnectionStore, problemTypeOf } from './connection.ts';
import { createSessionStore } from './session-store.ts';

// The page has one server, one person and one connection; everything below works with any number of them.
export const session = createSessionStore({
  lasting: localStorage,
  passing: sessionStorage,
  nowMs: Date.now,
  loadAnew: () => location.reload(),
});
export const connection = createConnectionStore();

async function watchedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const sentToken = new Headers(init?.headers).get('authorization');
  try {
    const response = await fetch(input, init);
    connection.note(connectionOf(response, await problemTypeOf(response)));
    // Only the token in use can end: a late answer to an older one says nothing about now.
    if (response.status === 401 && sentToken === `Bearer ${session.token()}`) session.end();
    return response;
  } catch (err) {
    connection.note('server-away');
    throw err;
  }
}

export const api = createClient({ baseUrl: location.origin, token: () => session.token(), fetch: watchedFetch });
