import type { Logger, Task } from '@holdfast/kit';
import type { FastifyInstance } from 'fastify';

/** Listens until told to stop, then finishes what it has begun. */
export const httpServer = ({
  app,
  host,
  port,
  log,
}: {
  app: FastifyInstance;
  host: string;
  port: number;
  log: Logger;
}): Task => ({
  name: 'http-server',
  run: async (signal) => {
    await app.listen({ host, port });
    log.info({ address: app.listeningOrigin }, 'listening');
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await app.close();
  },
});
