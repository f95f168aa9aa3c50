import { sleep, type Task } from '@holdfast/kit';
import type { FastifyInstance } from 'fastify';

/** How long to wait for the setup: without a database the server must still answer, with that error. */
const MAX_WAIT_MS = 5_000;

/** Listens until stopped, then finishes pending requests. The setup of a start is complete before the server listens. */
export const httpServer = ({
  app,
  host,
  port,
  setUp,
}: {
  app: FastifyInstance;
  host: string;
  port: number;
  setUp: Promise<void>;
}): Task => ({
  name: 'http-server',
  run: async (signal) => {
    const patience = new AbortController();
    await Promise.race([setUp, sleep(MAX_WAIT_MS, AbortSignal.any([signal, patience.signal]))]);
    patience.abort();
    if (signal.aborted) return;
    await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await app.close();
  },
});
