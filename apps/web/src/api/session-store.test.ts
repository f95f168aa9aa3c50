import { beforeEach, describe, expect, it } from 'vitest';
import { createSessionStore, isRenewalDue, type SessionNews } from './session-store.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-11-15T12:00:00Z');
const reply = { expires_at: new Date(NOW_MS + 24 * HOUR_MS).toISOString() };
let loads: number;
let told: SessionNews[];

const open = () =>
  createSessionStore({
    nowMs: () => NOW_MS,
    tell: (news) => told.push(news),
    loadAnew: () => {
      loads += 1;
    },
  });
beforeEach(() => {
  loads = 0;
  told = [];
});

describe('a session', () => {
  it.each([
    ['is that of the cookie the page came with', 'ann', 'signed-in'],
    ['is none where the cookie is nobody’s', undefined, 'signed-out'],
  ])('%s', (_title, person, expected) => {
    const store = open();
    expect(store.current().kind).toBe('unknown');
    store.found(person);
    expect(store.current().kind).toBe(expected);
  });

  it('of somebody who signed in meanwhile is not undone by a late answer about the old cookie', () => {
    const store = open();
    store.signIn(reply, 'ann');
    store.found(undefined);
    expect(store.current().kind).toBe('signed-in');
  });

  it('tells whoever listens', () => {
    const store = open();
    const seen: string[] = [];
    const leave = store.subscribe(() => seen.push(store.current().kind));
    store.signIn(reply, 'ann');
    store.end();
    leave();
    store.signIn(reply, 'ann');
    expect(seen).toEqual(['signed-in', 'ended']);
  });

  it('is renewed in the second half of its life, and at once where its end is not known', () => {
    const store = open();
    store.signIn(reply, 'ann');
    expect(isRenewalDue(store.current(), NOW_MS + 11 * HOUR_MS)).toBe(false);
    expect(isRenewalDue(store.current(), NOW_MS + 13 * HOUR_MS)).toBe(true);
    const found = open();
    found.found('ann');
    expect(isRenewalDue(found.current(), NOW_MS)).toBe(true);
    found.renew(reply);
    expect(isRenewalDue(found.current(), NOW_MS)).toBe(false);
    expect(isRenewalDue(open().current(), NOW_MS)).toBe(false);
  });
});

describe('what one person has loaded', () => {
  it('is gone with the page when they sign out, here and in every other tab', () => {
    const store = open();
    store.signIn(reply, 'ann');
    store.signOut();
    expect([store.current().kind, loads, told.at(-1)]).toEqual(['leaving', 1, { kind: 'signed-out' }]);
    const other = open();
    other.found('ann');
    other.hear({ kind: 'signed-out' });
    expect([other.current().kind, loads]).toEqual(['leaving', 2]);
  });

  it('stays when the same person signs in again after the session ended, here or in another tab', () => {
    const store = open();
    store.signIn(reply, 'ann');
    store.end();
    store.signIn(reply, 'Ann ');
    expect([store.current().kind, loads]).toEqual(['signed-in', 0]);
    store.end();
    store.hear({ kind: 'signed-in', person: 'ann' });
    expect([store.current().kind, loads]).toEqual(['signed-in', 0]);
  });

  it('is gone with the page when somebody else signs in over it, here or in another tab', () => {
    const [here, elsewhere] = [open(), open()];
    here.signIn(reply, 'ann');
    here.end();
    here.signIn(reply, 'ben');
    elsewhere.found('ann');
    elsewhere.hear({ kind: 'signed-in', person: 'ben' });
    expect([here.current().kind, elsewhere.current().kind, loads]).toEqual(['leaving', 'leaving', 2]);
  });

  it('is nothing on the sign-in page: whoever signs in elsewhere is signed in here too', () => {
    const store = open();
    store.found(undefined);
    store.hear({ kind: 'signed-in', person: 'ann' });
    expect([store.current().kind, loads]).toEqual(['signed-in', 0]);
  });
});
