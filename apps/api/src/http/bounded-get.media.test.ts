import { startSwitchingServer } from '@holdfast/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { boundedGet } from './bounded-get.ts';

it('does not wait for a server that changes to another protocol', async () => {
  const { url, stop } = await startSwitchingServer();
  onTestFinished(stop);
  const reply = await boundedGet(url, { outbound: {}, timeoutMs: 60_000, maxBytes: 1 });
  expect(reply).toMatchObject({ kind: 'failed' });
});
