import { describe, expect, it } from 'vitest';
import { connectionOf, createConnectionStore, problemTypeOf } from './connection.ts';

const reply = (status: number, ours: boolean) => ({
  status,
  headers: new Headers(ours ? { 'x-request-id': 'a' } : {}),
});

describe('the connection', () => {
  it.each([
    ['works after an answer', reply(200, true), 'here'],
    ['works after a refusal', reply(403, true), 'here'],
    ['works when a camera is away', reply(502, true), 'here'],
    ['works while the server is busy', reply(503, true), 'here', '/problems/busy'],
    [
      'lacks its database when the server reports it',
      reply(503, true),
      'database-away',
      '/problems/database-unavailable',
    ],
    ['is lost when a proxy reports a bad gateway', reply(502, false), 'server-away'],
    ['is lost when a proxy times out', reply(504, false), 'server-away'],
  ] as [string, ReturnType<typeof reply>, string, string?][])('%s', (_title, given, expected, problem) =>
    expect(connectionOf(given, problem)).toBe(expected),
  );

  it.each([
    ['a problem', 503, 'application/problem+json', '{"type":"/problems/busy"}', '/problems/busy'],
    ['a proxy’s page', 503, 'text/html', '<html>', undefined],
    ['a problem that was cut off', 503, 'application/problem+json', '{"ty', undefined],
    ['a problem without a type', 503, 'application/problem+json', '{}', undefined],
    ['an answer', 200, 'application/json', '{"type":"/problems/busy"}', undefined],
  ])('reads the problem type of %s without consuming the body', async (_title, status, type, body, expected) => {
    const response = new Response(body, { status, headers: { 'content-type': type } });
    expect(await problemTypeOf(response)).toBe(expected);
    expect(await response.text()).toBe(body);
  });

  it('notifies once per change', () => {
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
