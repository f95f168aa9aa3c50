import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range from which the kernel assigns free ports. */
const [FIRST, END] = [12_000, 32_768];

/** A TCP port that is free now, and that no concurrent test gets by chance. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  const server = createServer();
  const isFree = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server.listen(port, '127.0.0.1'), 'error').then(() => false),
  ]).catch(() => false);
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
