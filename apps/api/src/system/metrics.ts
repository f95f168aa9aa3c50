import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of this process, in a separate registry so that tests can have several. */
export function createMetrics(pool: Pool): {
  registry: Registry;
  countReply(request: FastifyRequest, reply: FastifyReply): void;
} {
  const registry = new Registry();
  const answered = new Map<string, { labels: Record<'method' | 'route' | 'status', string>; count: number }>();
  new Counter({
    name: 'holdfast_http_requests_total',
    help: 'Requests answered, by route and status class',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
    // Requests are counted in a map: finding a counter by its labels for each is too slow.
    collect() {
      this.reset();
      for (const { labels, count } of answered.values()) this.inc(labels, count);
    },
  });
  const seconds = new Histogram({
    name: 'holdfast_http_request_seconds',
    help: 'Time to answer a request',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'holdfast_db_connections',
    help: 'Database connections by state',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const countReply = (request: FastifyRequest, reply: FastifyReply) => {
    const { method } = request;
    const route = request.routeUrl ?? request.routeOptions.url ?? 'unknown';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const key = `${method} ${route} ${status}`;
    const known = answered.get(key);
    if (known) known.count += 1;
    else answered.set(key, { labels: { method, route, status }, count: 1 });
    seconds.observe(reply.elapsedTime / 1000);
  };
  return { registry, countReply };
}

/**
 * Adds the figures of the runtime when metrics are read for the first time: measuring the event loop wakes the process ten
 * times a second, which would be most of what an idle one does.
 */
export function createRuntimeMetrics(registry: Registry): () => void {
  let isAdded = false;
  return () => {
    if (!isAdded) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
    isAdded = true;
  };
}
