import { createClient } from '@holdfast/client';
import { connectionOf, createConnectionStore, problemTypeOf } from './connection.ts';
import { createSessionStore } from './session-store.ts';

/** Syncs sign-in and sign-out between the tabs of this browser. */
export const sessionChannel = new BroadcastChannel('holdfast.session');

// Singletons of the page.
export const session = createSessionStore({
  nowMs: Date.now,
  broadcast: (message) => sessionChannel.postMessage(message),
  reload: () => location.reload(),
});
export const connection = createConnectionStore();

/** Polled, and answered from memory: a timeout means that the server is unreachable. */
const POLLED = new Set(['/status', '/me', '/health', '/hub/states']);
const POLLED_ANSWER_MS = 10_000;

const signalFor = (input: string | URL | Request): { signal?: AbortSignal } =>
  input instanceof URL && POLLED.has(input.pathname) ? { signal: AbortSignal.timeout(POLLED_ANSWER_MS) } : {};

/** Records whether the server is reachable and the session valid. */
export async function watchedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const sentAs = session.current();
  try {
    const response = await fetch(input, { ...init, ...signalFor(input) });
    connection.note(connectionOf(response, await problemTypeOf(response)));
    // A late response to a request of an older session must not end the current one.
    if (response.status === 401 && session.current() === sentAs) session.end();
    return response;
  } catch (err) {
    // A request that the page itself cancelled is no sign of an outage.
    if (!init?.signal?.aborted) connection.note('server-away');
    throw err;
  }
}

/** The browser sends the session cookie by itself. */
export const api = createClient({ baseUrl: location.origin, fetch: watchedFetch });
