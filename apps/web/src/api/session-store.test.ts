import { beforeEach, describe, expect, it } from 'vitest';
import { createSessionStore, isRenewalDue, type SessionMessage } from './session-store.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-11-15T12:00:00Z');
const reply = { expires_at: new Date(NOW_MS + 24 * HOUR_MS).toISOString() };
let loads: number;
let sent: SessionMessage[];

const open = () =>
  createSessionStore({
    nowMs: () => NOW_MS,
    broadcast: (message) => sent.push(message),
    reload: () => {
      loads += 1;
    },
  });
beforeEach(() => {
  loads = 0;
  sent = [];
});

describe('a session', () => {
  it.each([
    ['comes from the cookie of the page', 'ann', 'signed-in'],
    ['is signed out without a valid cookie', undefined, 'signed-out'],
  ])('%s', (_title, person, expected) => {
    const store = open();
    expect(store.current().kind).toBe('unknown');
    store.found(person);
    expect(store.current().kind).toBe(expected);
  });

  it('is not ended by a late response about an older cookie', () => {
    const store = open();
    store.signIn(reply, 'ann');
    store.found(undefined);
    expect(store.current().kind).toBe('signed-in');
  });

  it('notifies listeners', () => {
    const store = open();
    const seen: string[] = [];
    const leave = store.subscribe(() => seen.push(store.current().kind));
    store.signIn(reply, 'ann');
    store.end();
    leave();
    store.signIn(reply, 'ann');
    expect(seen).toEqual(['signed-in', 'ended']);
  });

  it('is renewed in the second half of its lifetime, and at once if its expiry is unknown', () => {
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

describe('the data of one user', () => {
  it('is dropped by a reload at sign-out, in every tab', () => {
    const store = open();
    store.signIn(reply, 'ann');
    store.signOut();
    expect([store.current().kind, loads, sent.at(-1)]).toEqual(['leaving', 1, { kind: 'signed-out' }]);
    const other = open();
    other.found('ann');
    other.receive({ kind: 'signed-out' });
    expect([other.current().kind, loads]).toEqual(['leaving', 2]);
  });

  it('stays when the same user signs in again after the session ended, here or in another tab', () => {
    const store = open();
    store.signIn(reply, 'ann');
    store.end();
    store.signIn(reply, 'Ann ');
    expect([store.current().kind, loads]).toEqual(['signed-in', 0]);
    store.end();
    store.receive({ kind: 'signed-in', person: 'ann' });
    expect([store.current().kind, loads]).toEqual(['signed-in', 0]);
  });

  it('is dropped by a reload when another user signs in, here or in another tab', () => {
    const [here, elsewhere] = [open(), open()];
    here.signIn(reply, 'ann');
    here.end();
    here.signIn(reply, 'ben');
    elsewhere.found('ann');
    elsewhere.receive({ kind: 'signed-in', person: 'ben' });
    expect([here.current().kind, elsewhere.current().kind, loads]).toEqual(['leaving', 'leaving', 2]);
  });

  it('does not exist on the sign-in page, which follows a sign-in in another tab', () => {
    const store = open();
    store.found(undefined);
    store.receive({ kind: 'signed-in', person: 'ann' });
    expect([store.current().kind, loads]).toEqual(['signed-in', 0]);
  });
});
