import type { Task } from '@holdfast/kit';
import type { FastifyInstance } from 'fastify';

/** Listens until told to stop, then finishes what it has begun. */
export const httpServer = ({ app, host, port }: { app: FastifyInstance; host: string; port: number }): Task => ({
  name: 'http-server',
  run: async (signal) => {
    await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await app.close();
  },
});
