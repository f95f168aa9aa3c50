import { sleep, type Task } from '@holdfast/kit';
import type { FastifyInstance } from 'fastify';
import { acceptTls } from './accept-tls.ts';
import type { Certificates } from './certificates.ts';

/** How long to wait for the setup: without a database the server must still answer, with that error. */
const MAX_WAIT_MS = 5_000;

/** Listens until stopped, then finishes pending requests. The setup of a start is complete before the server listens. */
export const httpServer = ({
  app,
  host,
  port,
  setUp,
  certificates,
}: {
  app: FastifyInstance;
  host: string;
  port: number;
  setUp: Promise<void>;
  /** Without them the server takes no TLS. */
  certificates: Certificates | undefined;
}): Task => ({
  name: 'http-server',
  run: async (signal) => {
    const patience = new AbortController();
    await Promise.race([setUp, sleep(MAX_WAIT_MS, AbortSignal.any([signal, patience.signal]))]);
    patience.abort();
    if (signal.aborted) return;
    if (certificates) acceptTls(app.server, certificates);
    await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await app.close();
  },
});
