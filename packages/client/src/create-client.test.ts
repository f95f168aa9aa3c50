import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.ts';

const setUp = () => {
  const sent: { path: string; init: RequestInit }[] = [];
  const client = createClient({
    baseUrl: 'http://recorder.test',
    token: () => 'abc',
    fetch: async (input, init = {}) => {
      sent.push({ path: new URL(String(input)).pathname, init });
      return new Response(init.method === 'GET' ? '{"items":[]}' : '{}', { status: 200 });
    },
  });
  return { sent, client };
};
const id = '00000000-0000-4000-8000-000000000000';

describe('a call', () => {
  it('that changes something without a body outlives the page', async () => {
    const { sent, client } = setUp();
    await client.users.remove({ params: { id } });
    await client.storages.resumePruning({ params: { id } });
    expect(sent.map(({ init }) => [init.method, init.keepalive])).toEqual([
      ['DELETE', true],
      ['POST', true],
    ]);
  });

  it('that reads, or has a body that may exceed the keepalive limit, does not', async () => {
    const { sent, client } = setUp();
    await client.users.list();
    await client.auth.login({ body: { username: 'ann', password: 'correct horse' } });
    expect(sent.map(({ init }) => init.keepalive)).toEqual([undefined, undefined]);
  });

  it('is cancelled with its signal', async () => {
    const { sent, client } = setUp();
    const leaving = new AbortController();
    await client.users.list({ signal: leaving.signal });
    expect(sent[0]?.init.signal).toBe(leaving.signal);
  });
});
