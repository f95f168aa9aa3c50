import { isSchema, type Route, statusOf } from '@holdfast/contract';
import type { FastifySchema } from 'fastify';
import { IsObject, String as Text, type TSchema } from 'typebox';
import { memoizeByObject } from './memoize-by-object.ts';

/**
 * The schemas of a route as the framework takes them. Always the same objects, so that what is compiled from them is compiled
 * once for a process.
 */
export const routeSchemaOf = memoizeByObject((route: Route): FastifySchema => {
  const status = statusOf(route);
  return {
    ...(route.params && { params: withoutIds(route.params) }),
    ...(route.query && { querystring: withoutIds(withMediaToken(route, route.query)) }),
    ...(route.body && { body: withoutIds(route.body) }),
    ...(isSchema(route.reply) && {
      response: Object.fromEntries([status, route.alsoStatus ?? status].map((code) => [code, withoutIds(route.reply)])),
    }),
  };
});

/** Media and downloads also accept a token in the URL, because a `<video>` or a link has no other place for it. */
function withMediaToken(route: Route, query: TSchema): TSchema {
  if (route.access !== 'media' && route.access !== 'download') return query;
  if (!IsObject(query)) throw new TypeError(`the query of ${route.path} is not an object`);
  return { ...query, properties: { ...query.properties, token: Text({ maxLength: 2048 }) } };
}

/** The compilers would treat equal ids in two routes as two different schemas. */
function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$id')
      .map(([key, value]) => [key, withoutIds(value)]),
  );
}
