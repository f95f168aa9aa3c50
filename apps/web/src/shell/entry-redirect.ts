import type { Session } from '../api/session-store.ts';

/** The required redirect; undefined if there is none. */
export function entryRedirect(facts: {
  pathname: string;
  needsBootstrap: boolean;
  session: Session['kind'];
}): '/setup' | '/sign-in' | undefined {
  const { pathname, needsBootstrap, session } = facts;
  if (session !== 'signed-out') return undefined;
  const entry = needsBootstrap ? '/setup' : '/sign-in';
  return pathname === entry ? undefined : entry;
}

/** The screen to return to after sign-in, but never another site or the sign-in page itself. */
export function returnPath(from: string | undefined): string {
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return '/live';
  return /^\/(sign-in|setup)\b/.test(from) ? '/live' : from;
}
