import { Type } from 'typebox';
import { ReasonBody } from './reason.ts';
import { binary, route } from './route.ts';
import { OneOf, Strict } from './scalars.ts';

export const Health = Strict(
  { status: OneOf(['ok', 'degraded']), reasons: Type.Array(Type.String()), causes: Type.Array(ReasonBody) },
  { $id: 'Health' },
);

export const system = {
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This contract, as OpenAPI 3.1',
    reply: binary('application/json'),
  }),
  version: route({
    method: 'GET',
    path: '/version',
    access: 'public',
    summary: 'Version of the product and of its API, and whether this is the demo',
    reply: Strict({ name: Type.String(), version: Type.String(), api_version: Type.String(), demo: Type.Boolean() }),
  }),
  health: route({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Health check; 503 only while the database is unavailable',
    reply: Health,
  }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    access: 'metrics',
    summary: 'Metrics for Prometheus',
    reply: binary('text/plain'),
  }),
};
