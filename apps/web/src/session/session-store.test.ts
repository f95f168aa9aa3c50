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
const open = (nowMs = NOW_MS) => createSessionStore({ lasting, passing, nowMs: () => nowMs });
beforeEach(() => {
  lasting = memory();
  passing = memory();
});

describe('a session', () => {
  it.each([
    ['with remember outlives the tab', true],
    ['without it ends with the tab', false],
  ])('%s', (_title, remember) => {
    open().signIn(reply, remember);
    passing = memory();
    expect(open().current().kind).toBe(remember ? 'signed-in' : 'signed-out');
  });

  it('survives a reload of the page either way', () => {
    open().signIn(reply, false);
    expect(open().token()).toBe('abc');
  });

  it('is not taken up again after its end', () => {
    open().signIn(reply, true);
    expect(open(NOW_MS + 25 * HOUR_MS).current()).toEqual({ kind: 'signed-out' });
  });

  it.each(['', '{', 'null', '{"token":1}', '[]'])('that is stored as %j counts as none', (text) => {
    lasting.setItem(SESSION_KEY, text);
    expect(open().current()).toEqual({ kind: 'signed-out' });
  });

  it('that the server ended sends no token any more, and is not found by the next page', () => {
    const store = open();
    store.signIn(reply, true);
    store.end();
    expect([store.current().kind, store.token(), open().current().kind]).toEqual(['ended', undefined, 'signed-out']);
  });

  it('tells whoever listens', () => {
    const store = open();
    const seen: string[] = [];
    const leave = store.subscribe(() => seen.push(store.current().kind));
    store.signIn(reply, false);
    store.signOut();
    leave();
    store.signIn(reply, false);
    expect(seen).toEqual(['signed-in', 'signed-out']);
  });

  it('is renewed in the second half of its life, and stays where it was kept', () => {
    const store = open();
    store.signIn(reply, true);
    expect(isRenewalDue(store.current(), NOW_MS + 11 * HOUR_MS)).toBe(false);
    expect(isRenewalDue(store.current(), NOW_MS + 13 * HOUR_MS)).toBe(true);
    store.renew({ ...reply, token: 'newer' });
    expect(JSON.parse(lasting.getItem(SESSION_KEY) ?? '').token).toBe('newer');
  });
});
