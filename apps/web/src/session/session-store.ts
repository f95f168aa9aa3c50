/** Who this browser is to the server. `ended` keeps the screen as it is until the same person is back. */
export type Session =
  | { kind: 'signed-out' }
  | { kind: 'ended' }
  | { kind: 'signed-in'; token: string; obtainedAtMs: number; expiresAtMs: number; remember: boolean };

export interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

export interface SessionStore {
  current(): Session;
  token(): string | undefined;
  subscribe(listener: () => void): () => void;
  signIn(reply: { token: string; expires_at: string }, remember: boolean): void;
  /** The same session with a newer token. */
  renew(reply: { token: string; expires_at: string }): void;
  end(): void;
  signOut(): void;
  /** Another tab has signed in or out. */
  reread(): void;
}

export const SESSION_KEY = 'holdfast.session';

/** `lasting` outlives the browser, `passing` this tab: the choice of who ticked "remember". */
export function createSessionStore(options: {
  lasting: TextStore;
  passing: TextStore;
  nowMs: () => number;
}): SessionStore {
  const { lasting, passing, nowMs } = options;
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
  const keep = ({ token, expires_at }: { token: string; expires_at: string }, remember: boolean) => {
    forget();
    const next = { token, obtainedAtMs: nowMs(), expiresAtMs: Date.parse(expires_at), remember };
    (remember ? lasting : passing).setItem(SESSION_KEY, JSON.stringify(next));
    change({ kind: 'signed-in', ...next });
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
      if (session.kind === 'signed-in') keep(reply, session.remember);
    },
    end: () => {
      if (session.kind !== 'signed-in') return;
      forget();
      change({ kind: 'ended' });
    },
    signOut: () => {
      forget();
      change({ kind: 'signed-out' });
    },
    reread: () => change(read()),
  };
}

function parse(text: string | null, nowMs: number): Session | undefined {
  if (text === null) return undefined;
  try {
    const { token, obtainedAtMs, expiresAtMs, remember } = JSON.parse(text);
    if (typeof token !== 'string' || typeof expiresAtMs !== 'number' || expiresAtMs <= nowMs) return undefined;
    return { kind: 'signed-in', token, obtainedAtMs: Number(obtainedAtMs), expiresAtMs, remember: remember === true };
  } catch {
    return undefined;
  }
}

/** From the middle of its life on a token is exchanged, so that somebody who is here is never thrown out. */
export const isRenewalDue = (session: Session, nowMs: number): boolean =>
  session.kind === 'signed-in' && nowMs - session.obtainedAtMs > (session.expiresAtMs - session.obtainedAtMs) / 2;
