import { foldName } from '@holdfast/domain';

/** Who this browser is to the server. `ended` keeps the screen as it is until the same person is back. */
export type Session =
  /** The cookie that may hold a session is out of our reach: only the server can say. */
  | { kind: 'unknown' }
  | { kind: 'signed-out' }
  /** The page is being loaded anew, so that nothing of one person is left for the next. */
  | { kind: 'leaving' }
  | { kind: 'ended'; person: string }
  | SignedIn;

interface SignedIn {
  kind: 'signed-in';
  /** The name they signed in with: whoever comes with another one is somebody else. */
  person: string;
  obtainedAtMs: number;
  /** Undefined until the server has said so. */
  expiresAtMs: number | undefined;
}

interface SessionReply {
  expires_at: string;
}

/** What the tabs of this browser tell each other. */
export type SessionNews = { kind: 'signed-in'; person: string } | { kind: 'signed-out' };

export interface SessionStore {
  current(): Session;
  subscribe(listener: () => void): () => void;
  /** What the server said about the cookie this page came with: whose it is, or nobody's. */
  found(person: string | undefined): void;
  signIn(reply: SessionReply, person: string): void;
  /** The same session lasts longer. */
  renew(reply: SessionReply): void;
  end(): void;
  signOut(): void;
  /** Another tab has signed in or out. */
  hear(news: SessionNews): void;
}

/**
 * `tell` reaches the other tabs. `loadAnew` is how everything that one person's screens have gathered is forgotten,
 * whoever gathered it and wherever it is held.
 */
export function createSessionStore({
  nowMs,
  tell,
  loadAnew,
}: {
  nowMs: () => number;
  tell: (news: SessionNews) => void;
  loadAnew: () => void;
}): SessionStore {
  const listeners = new Set<() => void>();
  let session: Session = { kind: 'unknown' };

  const change = (next: Session) => {
    session = next;
    for (const listener of listeners) listener();
  };
  const leave = () => {
    change({ kind: 'leaving' });
    loadAnew();
  };
  const admit = (person: string, expiresAtMs: number | undefined) => {
    if (session.kind === 'leaving') return;
    if ('person' in session && session.person !== person) return leave();
    change({ kind: 'signed-in', person, obtainedAtMs: nowMs(), expiresAtMs });
  };

  return {
    current: () => session,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    found: (person) => {
      if (session.kind !== 'unknown') return;
      if (person === undefined) change({ kind: 'signed-out' });
      else admit(foldName(person), undefined);
    },
    signIn: ({ expires_at }, name) => {
      const person = foldName(name);
      tell({ kind: 'signed-in', person });
      admit(person, Date.parse(expires_at));
    },
    renew: ({ expires_at }) => {
      if (session.kind === 'signed-in') admit(session.person, Date.parse(expires_at));
    },
    end: () => {
      if (session.kind === 'signed-in') change({ kind: 'ended', person: session.person });
    },
    signOut: () => {
      tell({ kind: 'signed-out' });
      leave();
    },
    hear: (news) => {
      if (news.kind === 'signed-in') admit(news.person, undefined);
      else if (session.kind === 'signed-in') leave();
    },
  };
}

/** From the middle of its life on a session is renewed, so that somebody who is here is never thrown out. */
export function isRenewalDue(session: Session, nowMs: number): boolean {
  if (session.kind !== 'signed-in') return false;
  const { obtainedAtMs, expiresAtMs } = session;
  return expiresAtMs === undefined || nowMs - obtainedAtMs > (expiresAtMs - obtainedAtMs) / 2;
}
