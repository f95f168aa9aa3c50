import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

/** Serializes a reply with only the fields of its schema. Compiled on first use, like the validation. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  let write: ReturnType<typeof fastJsonStringify> | undefined;
  return (reply: unknown) => {
    write ??= fastJsonStringify(schema);
    return write(reply);
  };
};
