import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { memoizeByObject } from './memoize-by-object.ts';

const writerOf = memoizeByObject((schema: object) => fastJsonStringify(schema));

/** Serializes a reply with only the fields of its schema. Compiled on first use, like the validation. */
export const serializerCompiler: FastifySerializerCompiler<object> =
  ({ schema }) =>
  (reply: unknown) =>
    writerOf(schema)(reply);
