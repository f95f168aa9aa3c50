import { expect, it } from 'vitest';
import { openConnection } from './open-connection.ts';

it('does not wait for a name server that hangs', async () => {
  const hangs = () => new Promise<never>(() => {});
  const hub = { baseUrl: 'http://hub.test:8123', certificate: null };
  const opened = openConnection(hub, {}, AbortSignal.timeout(20), hangs);
  await expect(opened).rejects.toMatchObject({ kind: 'unreachable', reason: 'hub-timed-out' });
});
