import { sleep, type Task } from '@holdfast/kit';
import type { FastifyInstance } from 'fastify';

/** While the database is away there is something to answer too: that it is. */
const MOST_WAIT_MS = 5_000;

/** Listens until told to stop, then finishes what it has begun. What is made at a start is there before anybody can call. */
export const httpServer = ({
  app,
  host,
  port,
  furnished,
}: {
  app: FastifyInstance;
  host: string;
  port: number;
  furnished: Promise<void>;
}): Task => ({
  name: 'http-server',
  run: async (signal) => {
    const patience = new AbortController();
    await Promise.race([furnished, sleep(MOST_WAIT_MS, AbortSignal.any([signal, patience.signal]))]);
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
