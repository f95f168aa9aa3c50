import type { Session } from '../api/session-store.ts';

/** The required redirect; undefined if there is none. */
export function entryRedirect(facts: {
  pathname: string;
  needsBootstrap: boolean;
  session: Session['kind'];
}): '/setup' | '/sign-in' | undefined {
  const { pathname, needsBootstrap, session } = facts;
  if (needsBootstrap) return pathname === '/setup' ? undefined : '/setup';
  if (session === 'signed-out') return pathname === '/sign-in' ? undefined : '/sign-in';
  return undefined;
}

/** The screen to return to after sign-in, but never another site or the sign-in page itself. */
export function returnPath(from: string | undefined): string {
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return '/live';
  return /^\/(sign-in|setup)\b/.test(from) ? '/live' : from;
}
