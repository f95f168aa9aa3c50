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

/** Asked all the time and answered from memory: no answer for this long means that the server, or the way to it, is gone. */
const POLLED = new Set(['/status', '/me', '/health']);
const POLLED_ANSWER_MS = 10_000;

const signalFor = (input: string | URL | Request): { signal?: AbortSignal } =>
  input instanceof URL && POLLED.has(input.pathname) ? { signal: AbortSignal.timeout(POLLED_ANSWER_MS) } : {};

async function watchedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const sentToken = new Headers(init?.headers).get('authorization');
  try {
    const response = await fetch(input, { ...init, ...signalFor(input) });
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
