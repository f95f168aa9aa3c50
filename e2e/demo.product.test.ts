import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDemo } from './demo-installation.ts';
import { freeDemoPorts, startProduct } from './running-product.ts';

// `npm run soak` tests what its cameras, smart home, detector and plate reader show.
it('has its administrator from the first answer on, so that no other user can claim the account', async () => {
  const demo = await openDemo();
  try {
    const client = demo.product.client();
    expect(await client.auth.setup()).toEqual({ needs_bootstrap: false });
    const other = client.auth.bootstrap({ body: { username: 'mallory', password: 'seven gates' } });
    await expect(other).rejects.toMatchObject({ status: 409 });
  } finally {
    await demo.close();
  }
});

it('ends with one sentence if a port of a simulated part is in use, and leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-demo-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const start = startProduct(folder, { ...(await freeDemoPorts()), DEMO_MQTT_PORT: String(port) }, 'demo');
  const sentence = `DEMO_MQTT_PORT ${port} is in use by another program; stop that one or set DEMO_MQTT_PORT to a free port.`;
  await expect(start).rejects.toThrow(new Error(`the product exited with 69:\n${sentence}\n`));
  expect(await readdir(folder)).toEqual([]);
});
