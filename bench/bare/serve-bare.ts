import { type FastifyInstance, fastify } from 'fastify';

/** A server with only the handler: no log, no hooks, no validation. Its options are JSON in BENCH_OPTIONS. */
export async function serveBare<O>(add: (app: FastifyInstance, options: O) => void): Promise<void> {
  const app = fastify();
  add(app, JSON.parse(process.env.BENCH_OPTIONS ?? '{}') as O);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  console.log(JSON.stringify({ address }));
}
