import { foldName } from '@holdfast/domain';

/** The session of this browser. `ended` keeps the screen until the same user signs in again. */
export type Session =
  /** Scripts cannot read the session cookie: the server has to be asked. */
  | { kind: 'unknown' }
  | { kind: 'signed-out' }
  /** The page is being reloaded, so that no data of one user is left for the next. */
  | { kind: 'leaving' }
  | { kind: 'ended'; person: string }
  | SignedIn;

interface SignedIn {
  kind: 'signed-in';
  /** The folded user name, which identifies the user. */
  person: string;
  obtainedAtMs: number;
  /** Undefined until known from the server. */
  expiresAtMs: number | undefined;
}

interface SessionReply {
  expires_at: string;
}

/** Message between the tabs of this browser. */
export type SessionMessage = { kind: 'signed-in'; person: string } | { kind: 'signed-out' };

export interface SessionStore {
  current(): Session;
  subscribe(listener: () => void): () => void;
  /** The user that the server found for the cookie of this page; undefined for none. */
  found(person: string | undefined): void;
  signIn(reply: SessionReply, person: string): void;
  /** Extends the same session. */
  renew(reply: SessionReply): void;
  end(): void;
  signOut(): void;
  /** Another tab has signed in or out. */
  receive(message: SessionMessage): void;
}

/**
 * `broadcast` sends to the other tabs. `reload` reloads the page, which drops all data of a user wherever it is cached.
 */
export function createSessionStore({
  nowMs,
  broadcast,
  reload,
}: {
  nowMs: () => number;
  broadcast: (message: SessionMessage) => void;
  reload: () => void;
}): SessionStore {
  const listeners = new Set<() => void>();
  let session: Session = { kind: 'unknown' };

  const change = (next: Session) => {
    session = next;
    for (const listener of listeners) listener();
  };
  const leave = () => {
    change({ kind: 'leaving' });
    reload();
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
      broadcast({ kind: 'signed-in', person });
      admit(person, Date.parse(expires_at));
    },
    renew: ({ expires_at }) => {
      if (session.kind === 'signed-in') admit(session.person, Date.parse(expires_at));
    },
    end: () => {
      if (session.kind === 'signed-in') change({ kind: 'ended', person: session.person });
    },
    signOut: () => {
      broadcast({ kind: 'signed-out' });
      leave();
    },
    receive: (message) => {
      if (message.kind === 'signed-in') admit(message.person, undefined);
      else if (session.kind === 'signed-in') leave();
    },
  };
}

/** A session is renewed in the second half of its lifetime, so that an active user is never signed out. */
export function isRenewalDue(session: Session, nowMs: number): boolean {
  if (session.kind !== 'signed-in') return false;
  const { obtainedAtMs, expiresAtMs } = session;
  return expiresAtMs === undefined || nowMs - obtainedAtMs > (expiresAtMs - obtainedAtMs) / 2;
}
