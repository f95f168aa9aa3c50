import { foldName } from '@holdfast/domain';

/** Who this browser is to the server. `ended` keeps the screen as it is until the same person is back. */
export type Session =
  | { kind: 'signed-out' }
  /** The page is being loaded anew, so that nothing of one person is left for the next. */
  | { kind: 'leaving' }
  | { kind: 'ended'; person: string }
  | SignedIn;

interface SignedIn {
  kind: 'signed-in';
  /** The name they signed in with: whoever comes with another one is somebody else. */
  person: string;
  token: string;
  obtainedAtMs: number;
  expiresAtMs: number;
  remember: boolean;
}

interface TokenReply {
  token: string;
  expires_at: string;
}

export interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

export interface SessionStore {
  current(): Session;
  token(): string | undefined;
  subscribe(listener: () => void): () => void;
  signIn(reply: TokenReply, who: { person: string; remember: boolean }): void;
  /** The same session with a newer token. */
  renew(reply: TokenReply): void;
  end(): void;
  signOut(): void;
  /** Another tab has signed in or out. */
  reread(): void;
}

export const SESSION_KEY = 'holdfast.session';

/**
 * `lasting` outlives the browser, `passing` this tab: the choice of who ticked "remember". `loadAnew` is how everything
 * that one person's screens have gathered is forgotten, whoever gathered it and wherever it is held.
 */
export function createSessionStore(options: {
  lasting: TextStore;
  passing: TextStore;
  nowMs: () => number;
  loadAnew: () => void;
}): SessionStore {
  const { lasting, passing, nowMs, loadAnew } = options;
  const listeners = new Set<() => void>();
  const read = (): Session =>
    parse(passing.getItem(SESSION_KEY), nowMs()) ??
    parse(lasting.getItem(SESSION_KEY), nowMs()) ?? { kind: 'signed-out' };
  let session = read();

  const change = (next: Session) => {
    session = next;
    for (const listener of listeners) listener();
  };
  const forget = () => {
    for (const store of [lasting, passing]) store.removeItem(SESSION_KEY);
  };
  const leave = () => {
    change({ kind: 'leaving' });
    loadAnew();
  };
  const admit = (next: SignedIn) => {
    if (session.kind === 'leaving') return;
    if ('person' in session && session.person !== next.person) return leave();
    change(next);
  };
  const keep = ({ token, expires_at }: TokenReply, { person, remember }: { person: string; remember: boolean }) => {
    const next = {
      person: foldName(person),
      token,
      obtainedAtMs: nowMs(),
      expiresAtMs: Date.parse(expires_at),
      remember,
    };
    const [kept, other] = remember ? [lasting, passing] : [passing, lasting];
    // Written over, never removed first: other tabs would take that for a sign-out.
    kept.setItem(SESSION_KEY, JSON.stringify(next));
    other.removeItem(SESSION_KEY);
    admit({ kind: 'signed-in', ...next });
  };

  return {
    current: () => session,
    token: () => (session.kind === 'signed-in' ? session.token : undefined),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signIn: keep,
    renew: (reply) => {
      if (session.kind === 'signed-in') keep(reply, session);
    },
    end: () => {
      if (session.kind !== 'signed-in') return;
      forget();
      change({ kind: 'ended', person: session.person });
    },
    signOut: () => {
      forget();
      leave();
    },
    reread: () => {
      const found = read();
      if (found.kind === 'signed-in') return admit(found);
      if (session.kind === 'signed-in') leave();
    },
  };
}

function parse(text: string | null, nowMs: number): SignedIn | undefined {
  if (text === null) return undefined;
  try {
    const { person, token, obtainedAtMs, expiresAtMs, remember } = JSON.parse(text);
    if (typeof person !== 'string' || typeof token !== 'string') return undefined;
    if (typeof expiresAtMs !== 'number' || expiresAtMs <= nowMs) return undefined;
    return {
      kind: 'signed-in',
      person,
      token,
      obtainedAtMs: Number(obtainedAtMs),
      expiresAtMs,
      remember: remember === true,
    };
  } catch {
    return undefined;
  }
}

/** From the middle of its life on a token is exchanged, so that somebody who is here is never thrown out. */
export const isRenewalDue = (session: Session, nowMs: number): boolean =>
  session.kind === 'signed-in' && nowMs - session.obtainedAtMs > (session.expiresAtMs - session.obtainedAtMs) / 2;
