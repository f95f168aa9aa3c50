import { fastify } from 'fastify';
import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const idlePool = { totalCount: 0, idleCount: 0, waitingCount: 0 } as Pool;

const linesOf = (text: string, metric: string) => text.split('\n').filter((line) => line.startsWith(metric));

describe('metrics', () => {
  it('count requests by method, route and status class, also when read repeatedly', async () => {
    const app = fastify();
    const { registry, countReply } = createMetrics(idlePool);
    app.addHook('onResponse', async (request, reply) => countReply(request, reply));
    app.get('/things/:id', async (request, reply) => reply.code(request.url.endsWith('0') ? 410 : 200).send('x'));
    for (const url of ['/things/1', '/things/2', '/things/0', '/nothing?token=secret']) await app.inject(url);
    await registry.metrics();
    const text = await registry.metrics();
    expect(linesOf(text, 'holdfast_http_requests_total').sort()).toEqual([
      'holdfast_http_requests_total{method="GET",route="/things/:id",status="2xx"} 2',
      'holdfast_http_requests_total{method="GET",route="/things/:id",status="4xx"} 1',
      'holdfast_http_requests_total{method="GET",route="unknown",status="4xx"} 1',
    ]);
    expect(linesOf(text, 'holdfast_http_request_seconds_count')).toEqual(['holdfast_http_request_seconds_count 4']);
    await app.close();
  });
});
