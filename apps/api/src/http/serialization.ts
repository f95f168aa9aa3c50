import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

/** Writes a reply with nothing in it but what its schema names. Compiled when it is first needed, as the checks are. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  let write: ReturnType<typeof fastJsonStringify> | undefined;
  return (reply: unknown) => {
    write ??= fastJsonStringify(schema);
    return write(reply);
  };
};
