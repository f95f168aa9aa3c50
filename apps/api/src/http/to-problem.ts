import { databaseFault } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { Problem, ProgramProblem } from './problem.ts';
import { ValidationFailed } from './validation.ts';

/** Codes of the framework for requests that did not reach a handler. */
const frameworkProblems: Record<string, () => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Problem('too-large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ProgramProblem('unsupported-media-type', 'Send the body as application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ProgramProblem('malformed-request', 'The body is not as long as announced.'),
  FST_ERR_BAD_URL: () => new ProgramProblem('malformed-request', 'The address is not valid percent-encoding.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('not-found'),
};

const DATABASE_RETRY_SECONDS = 2;
const BUSY_RETRY_SECONDS = 1;

/** Maps anything thrown to the problem that the caller gets. */
export function toProblem(err: unknown): Problem {
  if (err instanceof Problem) return err;
  if (err instanceof ValidationFailed) return err.problem;
  const { code, statusCode } = (err ?? {}) as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : frameworkProblems[code];
  if (known) return known();
  if (err instanceof SyntaxError || (statusCode !== undefined && statusCode >= 400 && statusCode < 500))
    return new Problem('malformed-request', { cause: err });
  return fromDatabase(err);
}

/** Constraints resolve races; their violations are mapped to problems of the contract. */
function fromDatabase(err: unknown): Problem {
  const fault = databaseFault(err);
  switch (fault.kind) {
    case 'unavailable':
      return new Problem('database-unavailable', { retryAfterSeconds: DATABASE_RETRY_SECONDS, cause: err });
    case 'duplicate':
      if (fault.constraint === 'storage_path_key') return new Problem('path-taken', { cause: err });
      if (fault.constraint === 'watchlist_entry_plate_key') return new Problem('already-listed', { cause: err });
      if (/_(name|username)_key$/.test(fault.constraint)) return new Problem('name-taken', { cause: err });
      return new Problem('conflict', { cause: err });
    case 'busy':
      return new Problem('busy', { retryAfterSeconds: BUSY_RETRY_SECONDS, cause: err });
    case 'still-referenced':
      return new Problem('invalid', {
        reason: reasonCode('referenced-object-gone'),
        cause: err,
      });
    case 'other':
      return new Problem('internal', { cause: err });
  }
}
