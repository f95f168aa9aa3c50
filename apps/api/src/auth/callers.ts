import { type Caller, type Database, findCaller } from '@holdfast/db';
import type { Clock, Tokens } from '@holdfast/kit';

const MAX_REMEMBERED = 10_000;

export interface Callers {
  /** The current caller of this user token, or undefined. */
  ofUserToken(token: string): Promise<Caller> | Caller | undefined | Promise<Caller | undefined>;
  ofSession(sessionId: string): Promise<Caller | undefined>;
  /** Users, roles or sessions changed: drops the cache. */
  forget(): void;
  /** Caching is safe only while change notifications arrive. */
  setListening(listening: boolean): void;
}

/**
 * Caches the caller of a token, because every request needs it. A change clears the cache at once here and, through the
 * database's notification, in every other process; without notifications nothing is cached.
 */
export function createCallers({ db, tokens, clock }: { db: Database; tokens: Tokens; clock: Clock }): Callers {
  const remembered = new Map<string, { caller: Caller; expiresAtMs: number }>();
  let listening = false;
  // A look-up that began before a change must not be cached after it.
  let generation = 0;

  const forget = () => {
    generation += 1;
    remembered.clear();
  };
  const ofSession = (sessionId: string) => findCaller(db, sessionId, new Date(clock.now()));

  const lookUp = async (token: string): Promise<Caller | undefined> => {
    const claims = await tokens.readUser(token);
    if (!claims) return undefined;
    const began = generation;
    const caller = await ofSession(claims.sessionId);
    if (!caller) return undefined;
    if (listening && began === generation) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(token, { caller, expiresAtMs: claims.expiresAtMs });
    }
    return caller;
  };

  return {
    ofUserToken(token) {
      const known = remembered.get(token);
      if (known && known.expiresAtMs > clock.now()) return known.caller;
      return lookUp(token);
    },
    ofSession,
    forget,
    setListening(now) {
      listening = now;
      forget();
    },
  };
}
