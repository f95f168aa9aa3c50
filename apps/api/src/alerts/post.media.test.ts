import { reasonCode } from '@holdfast/domain';
import { type FakeReceiver, startFakeReceiver } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPost } from './post.ts';

let receiver: FakeReceiver;
beforeAll(async () => {
  receiver = await startFakeReceiver();
});
afterAll(() => receiver.stop());
beforeEach(() => {
  receiver.received.length = 0;
});

// The receiver runs in this process, which a busy machine may delay by seconds.
const post = createPost({ outbound: {}, timeoutMs: 60_000 });
const impatient = createPost({ outbound: {}, timeoutMs: 500 });
const send = (url: string, through = post) =>
  through({ method: 'POST', url: new URL(url), headers: { 'x-mine': 'yes' }, body: Buffer.from('hello') });

describe('post', () => {
  it('delivers method, path, headers and body', async () => {
    receiver.manners = 'ok';
    expect(await send(`${receiver.url}/a/b?c=d`)).toEqual({ kind: 'ok' });
    expect(receiver.received).toMatchObject([{ method: 'POST', url: '/a/b?c=d', headers: { 'x-mine': 'yes' } }]);
    expect(receiver.received[0]?.body.toString()).toBe('hello');
  });

  it('needs only the head of a reply that never ends', async () => {
    receiver.manners = 'endless';
    expect(await send(receiver.url)).toEqual({ kind: 'ok' });
  });

  it('gives up on a receiver that hangs', async () => {
    receiver.manners = 'hang';
    expect(await send(receiver.url, impatient)).toEqual({
      kind: 'failed',
      reason: reasonCode('delivery-timed-out', { seconds: 0.5 }),
    });
  });

  it('does not repeat the reply of a failing receiver', async () => {
    receiver.manners = 'fail';
    expect(await send(receiver.url)).toEqual({
      kind: 'failed',
      reason: reasonCode('delivery-status', { status: 500 }),
    });
  });

  it('follows no redirect', async () => {
    receiver.manners = 'redirect';
    receiver.redirectTo = `${receiver.url}/elsewhere`;
    expect(await send(receiver.url)).toEqual({
      kind: 'failed',
      reason: reasonCode('delivery-redirected', { status: 302 }),
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('reports a refused connection without the address, which may contain a secret', async () => {
    const result = await send('http://127.0.0.1:1/bot123:secret/sendMessage');
    expect(result).toEqual({
      kind: 'failed',
      reason: reasonCode('delivery-connection-failed', { error: 'ECONNREFUSED' }),
    });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://100.100.100.200/',
    'http://[fd00:ec2::254]/',
    'http://0.0.0.0/',
    'http://224.0.0.1/',
  ])('never contacts %s', async (url) => {
    expect(await send(url)).toEqual({
      kind: 'failed',
      reason: reasonCode('address-is-link-local'),
    });
  });

  it('never contacts our own database', async () => {
    const { port } = new URL(receiver.url);
    const guarded = createPost({
      outbound: { deniedPorts: [{ host: 'localhost', port: Number(port) }] },
      timeoutMs: 60_000,
    });
    expect(await send(receiver.url, guarded)).toMatchObject({ kind: 'failed' });
    expect(receiver.received).toHaveLength(0);
  });
});
