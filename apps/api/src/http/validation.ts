import type { FieldError } from '@holdfast/contract';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import { Problem } from './problem.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i;

const formats = {
  uuid: UUID,
  'date-time': (text: string) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text)),
};

// A body says exactly what it means; a query is text, and text must be read as the number it spells.
const strict = new Ajv2020({ allErrors: false, strict: true, strictTypes: false, formats });
const lenient = new Ajv2020({ allErrors: false, strict: true, strictTypes: false, coerceTypes: 'array', formats });

export class ValidationFailed extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Checks one part of a request. What cannot name an existing thing is not found rather than invalid. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const check = (httpPart === 'body' ? strict : lenient).compile(schema);
  return (data: unknown) => {
    if (check(data)) return { value: data };
    const problem =
      httpPart === 'params'
        ? new Problem('not-found')
        : new Problem('invalid', { errors: (check.errors ?? []).map((error) => fieldError(error, httpPart)) });
    return { error: new ValidationFailed(problem) };
  };
};

function fieldError(error: ErrorObject, part: string | undefined): FieldError {
  const base = part === 'body' ? '' : `/${part === 'querystring' ? 'query' : part}`;
  const { missingProperty, additionalProperty } = error.params as {
    missingProperty?: string;
    additionalProperty?: string;
  };
  const name = missingProperty ?? additionalProperty;
  const pointer = `${base}${error.instancePath}${name === undefined ? '' : `/${escapePointer(name)}`}`;
  return { pointer, message: sentence(error) };
}

const escapePointer = (name: string) => name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1');

function sentence({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return 'is not a field of this request';
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'pattern':
      return 'is not written as it must be';
    default:
      return message ?? 'is not valid';
  }
}
