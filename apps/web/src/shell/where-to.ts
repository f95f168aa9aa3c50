import type { Session } from '../api/session-store.ts';

/** Where somebody has to go first; undefined when they are right where they are. */
export function whereTo(facts: {
  pathname: string;
  needsBootstrap: boolean;
  session: Session['kind'];
}): '/setup' | '/sign-in' | undefined {
  const { pathname, needsBootstrap, session } = facts;
  if (needsBootstrap) return pathname === '/setup' ? undefined : '/setup';
  if (session === 'signed-out') return pathname === '/sign-in' ? undefined : '/sign-in';
  return undefined;
}

/** After signing in: back to the screen one came from, but never to another site or to the way in itself. */
export function returnPath(from: string | undefined): string {
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return '/live';
  return /^\/(sign-in|setup)\b/.test(from) ? '/live' : from;
}
