import { beforeEach, describe, expect, it } from 'vitest';
import { createSessionStore, isRenewalDue, SESSION_KEY, type TextStore } from './session-store.ts';

const memory = (): TextStore => {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
};
const NOW_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const reply = { token: 'abc', expires_at: new Date(NOW_MS + 24 * HOUR_MS).toISOString() };

let lasting: TextStore;
let passing: TextStore;
let loads: number;
const open = (nowMs = NOW_MS) =>
  createSessionStore({
    lasting,
    passing,
    nowMs: () => nowMs,
    loadAnew: () => {
      loads += 1;
    },
  });
const ann = { person: 'ann', remember: false };
const annRemembered = { person: 'ann', remember: true };
const benRemembered = { person: 'ben', remember: true };
beforeEach(() => {
  lasting = memory();
  passing = memory();
  loads = 0;
});

describe('a session', () => {
  it.each([
    ['with remember outlives the tab', true],
    ['without it ends with the tab', false],
  ])('%s', (_title, remember) => {
    open().signIn(reply, { person: 'ann', remember });
    passing = memory();
    expect(open().current().kind).toBe(remember ? 'signed-in' : 'signed-out');
  });

  it('survives a reload of the page either way', () => {
    open().signIn(reply, ann);
    expect(open().token()).toBe('abc');
  });

  it('is not taken up again after its end', () => {
    open().signIn(reply, annRemembered);
    expect(open(NOW_MS + 25 * HOUR_MS).current()).toEqual({ kind: 'signed-out' });
  });

  it.each(['', '{', 'null', '{"token":1}', '[]', '{"token":"abc","expiresAtMs":9e15}'])(
    'that is stored as %j counts as none',
    (text) => {
      lasting.setItem(SESSION_KEY, text);
      expect(open().current()).toEqual({ kind: 'signed-out' });
    },
  );

  it('that the server ended sends no token any more, and is not found by the next page', () => {
    const store = open();
    store.signIn(reply, annRemembered);
    store.end();
    expect([store.current().kind, store.token(), open().current().kind]).toEqual(['ended', undefined, 'signed-out']);
  });

  it('tells whoever listens', () => {
    const store = open();
    const seen: string[] = [];
    const leave = store.subscribe(() => seen.push(store.current().kind));
    store.signIn(reply, ann);
    store.end();
    leave();
    store.signIn(reply, ann);
    expect(seen).toEqual(['signed-in', 'ended']);
  });

  it('is renewed in the second half of its life, and stays where it was kept', () => {
    const store = open();
    store.signIn(reply, annRemembered);
    expect(isRenewalDue(store.current(), NOW_MS + 11 * HOUR_MS)).toBe(false);
    expect(isRenewalDue(store.current(), NOW_MS + 13 * HOUR_MS)).toBe(true);
    store.renew({ ...reply, token: 'newer' });
    expect(JSON.parse(lasting.getItem(SESSION_KEY) ?? '').token).toBe('newer');
  });

  it('is never missing for other tabs while it is renewed', () => {
    const store = open();
    store.signIn(reply, annRemembered);
    const removed: string[] = [];
    const { removeItem } = lasting;
    lasting.removeItem = (key) => {
      removed.push(key);
      removeItem(key);
    };
    store.renew({ ...reply, token: 'newer' });
    expect(removed).toEqual([]);
  });
});

describe('what one person has loaded', () => {
  /** Another tab of the same browser, as a page that is loaded there. */
  const elsewhere = () => createSessionStore({ lasting, passing: memory(), nowMs: () => NOW_MS, loadAnew: () => {} });

  it('is gone with the page when they sign out', () => {
    const store = open();
    store.signIn(reply, annRemembered);
    store.signOut();
    expect([store.current().kind, store.token(), loads, open().current().kind]).toEqual([
      'leaving',
      undefined,
      1,
      'signed-out',
    ]);
  });

  it('stays when the same person signs in again after the session ended', () => {
    const store = open();
    store.signIn(reply, ann);
    store.end();
    store.signIn({ ...reply, token: 'again' }, { ...ann, person: 'Ann ' });
    expect([store.token(), loads]).toEqual(['again', 0]);
  });

  it('is gone with the page when somebody else signs in over it, and the page to come is theirs', () => {
    const store = open();
    store.signIn(reply, ann);
    store.end();
    store.signIn({ ...reply, token: 'of ben' }, benRemembered);
    expect([store.current().kind, store.token(), loads, open().token()]).toEqual(['leaving', undefined, 1, 'of ben']);
  });

  it('is gone with the page when another tab signs out or signs in somebody else', () => {
    open().signIn(reply, annRemembered);
    const [out, over] = [open(), open()];
    elsewhere().signIn({ ...reply, token: 'of ben' }, benRemembered);
    over.reread();
    elsewhere().signOut();
    out.reread();
    expect([over.current().kind, out.current().kind, loads]).toEqual(['leaving', 'leaving', 2]);
  });

  it('stays when another tab renews the session or signs the same person in again', () => {
    const store = open();
    store.signIn(reply, annRemembered);
    elsewhere().renew({ ...reply, token: 'newer' });
    store.reread();
    expect([store.token(), loads]).toEqual(['newer', 0]);
    store.end();
    store.reread();
    expect(store.current().kind).toBe('ended');
    elsewhere().signIn({ ...reply, token: 'again' }, annRemembered);
    store.reread();
    expect([store.token(), loads]).toEqual(['again', 0]);
  });
});
