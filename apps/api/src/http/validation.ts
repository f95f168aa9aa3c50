import type { FieldError } from '@holdfast/contract';
import { holdsHiddenCharacters, isCommonPassword, reasonCode } from '@holdfast/domain';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import { isTimestamp } from './is-timestamp.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { compileNormalizer } from './normalize-input.ts';
import { fieldError, Problem } from './problem.ts';
import { validationReason } from './validation-reason.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const formats = {
  uuid: UUID,
  'date-time': isTimestamp,
  name: (text: string) => !holdsHiddenCharacters(text),
  'new-password': (text: string) => !isCommonPassword(text),
};

// Bodies are typed JSON; a query is text, and numbers in it must be converted.
const strict = new Ajv2020({ allErrors: false, strict: true, strictTypes: false, formats });
const lenient = new Ajv2020({ allErrors: false, strict: true, strictTypes: false, coerceTypes: 'array', formats });

const compilerWith = (ajv: Ajv2020) =>
  memoizeByObject((schema: object) => ({ check: ajv.compile(schema), normalize: compileNormalizer(schema) }));
const compileBody = compilerWith(strict);
const compileText = compilerWith(lenient);

export class ValidationFailed extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Validates one part of a request. An id that cannot exist is not found rather than invalid. Compiled on first use: compiling
 * all at once would delay the start, and most installs use few routes.
 */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const compile = httpPart === 'body' ? compileBody : compileText;
  return (sent: unknown) => {
    const { check, normalize } = compile(schema);
    const data = normalize ? normalize(sent) : sent;
    // The database cannot store a NUL, and no search can match one. Bodies are checked when they are parsed.
    const nul = httpPart === 'body' ? undefined : fieldWithNul(data);
    if (nul !== undefined && httpPart !== 'params') {
      const errors = [fieldError(`/query/${escapePointer(nul)}`, reasonCode('invalid-characters'))];
      return { error: new ValidationFailed(new Problem('invalid', { errors })) };
    }
    if (nul === undefined && check(data)) {
      const infinite = httpPart === 'body' ? undefined : fieldWithInfinity(data);
      if (infinite === undefined) return { value: data };
      const errors = [
        fieldError(`/query/${escapePointer(infinite)}`, reasonCode('must-be-type', { type: 'a number' })),
      ];
      return { error: new ValidationFailed(new Problem('invalid', { errors })) };
    }
    const problem =
      httpPart === 'params'
        ? new Problem('not-found')
        : new Problem('invalid', { errors: (check.errors ?? []).map((error) => fieldErrorOf(error, httpPart)) });
    return { error: new ValidationFailed(problem) };
  };
};

/** The field of a query or path that contains a NUL. */
function fieldWithNul(data: unknown): string | undefined {
  const holdsNul = (value: unknown): boolean =>
    Array.isArray(value) ? value.some(holdsNul) : typeof value === 'string' && value.includes('\0');
  return Object.entries(data ?? {}).find(([name, value]) => holdsNul(name) || holdsNul(value))?.[0];
}

/** The field of a query with a number too large to be one. Limits are not checked after the conversion from text. */
const fieldWithInfinity = (data: unknown): string | undefined =>
  Object.entries(data ?? {}).find(([, value]) => value === Infinity || value === -Infinity)?.[0];

function fieldErrorOf(error: ErrorObject, part: string | undefined): FieldError {
  const base = part === 'body' ? '' : `/${part === 'querystring' ? 'query' : part}`;
  const { missingProperty, additionalProperty } = error.params as {
    missingProperty?: string;
    additionalProperty?: string;
  };
  const name = missingProperty ?? additionalProperty;
  const pointer = `${base}${error.instancePath}${name === undefined ? '' : `/${escapePointer(name)}`}`;
  return fieldError(pointer, validationReason(error));
}

const escapePointer = (name: string) => name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1');
