import { type FieldError, type ProblemBody, type ProblemCode, problems } from '@holdfast/contract';

interface ProblemOptions {
  detail?: string;
  errors?: FieldError[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An expected refusal. Anything else that is thrown is a bug or a fault of the database. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, { detail, errors, retryAfterSeconds, cause }: ProblemOptions = {}) {
    super(detail ?? problems[code].title, { cause });
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** One field of a body is wrong in a way its schema cannot say. */
export const invalidField = (pointer: string, message: string) =>
  new Problem('invalid', { errors: [{ pointer, message }] });

export const problemBody = (problem: Problem, requestId: string): ProblemBody => ({
  type: `/problems/${problem.code}`,
  title: problems[problem.code].title,
  status: problem.status,
  ...(problem.detail !== undefined && { detail: problem.detail }),
  instance: `/requests/${requestId}`,
  ...(problem.errors !== undefined && { errors: problem.errors }),
});
