import { createClient } from '@holdfast/client';
import { connectionOf, createConnectionStore, problemTypeOf } from './connection.ts';
import { createSessionStore } from './session-store.ts';

/** Where the tabs of this browser tell each other who signs in and out. */
export const sessionNews = new BroadcastChannel('holdfast.session');

// The page has one server, one person and one connection; everything below works with any number of them.
export const session = createSessionStore({
  nowMs: Date.now,
  tell: (news) => sessionNews.postMessage(news),
  loadAnew: () => location.reload(),
});
export const connection = createConnectionStore();

/** Asked all the time and answered from memory: no answer for this long means that the server, or the way to it, is gone. */
const POLLED = new Set(['/status', '/me', '/health']);
const POLLED_ANSWER_MS = 10_000;

const signalFor = (input: string | URL | Request): { signal?: AbortSignal } =>
  input instanceof URL && POLLED.has(input.pathname) ? { signal: AbortSignal.timeout(POLLED_ANSWER_MS) } : {};

async function watchedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const sentAs = session.current();
  try {
    const response = await fetch(input, { ...init, ...signalFor(input) });
    connection.note(connectionOf(response, await problemTypeOf(response)));
    // Only the session in use can end: a late answer to an older one says nothing about now.
    if (response.status === 401 && session.current() === sentAs) session.end();
    return response;
  } catch (err) {
    connection.note('server-away');
    throw err;
  }
}

/** The session is in a cookie, which the browser sends by itself. */
export const api = createClient({ baseUrl: location.origin, fetch: watchedFetch });
