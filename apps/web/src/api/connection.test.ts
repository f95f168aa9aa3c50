import { describe, expect, it } from 'vitest';
import { connectionOf, createConnectionStore } from './connection.ts';

const reply = (status: number, ours: boolean) => ({
  status,
  headers: new Headers(ours ? { 'x-request-id': 'a' } : {}),
});

describe('the connection', () => {
  it.each([
    ['works after an answer', reply(200, true), 'here'],
    ['works after a refusal', reply(403, true), 'here'],
    ['works when a camera is away', reply(502, true), 'here'],
    ['lacks its database after a 503 of ours', reply(503, true), 'database-away'],
    ['is gone when a proxy says so', reply(502, false), 'server-away'],
    ['is gone when a proxy waits in vain', reply(504, false), 'server-away'],
  ])('%s', (_title, given, expected) => expect(connectionOf(given)).toBe(expected));

  it('tells a change once', () => {
    const store = createConnectionStore();
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.current()));
    store.note('here');
    store.note('server-away');
    store.note('server-away');
    store.note('here');
    expect(seen).toEqual(['server-away', 'here']);
  });
});
