import { type FieldError, type ProblemBody, type ProblemCode, problems, reasonBody } from '@holdfast/contract';
import { type Reason, reasonText } from '@holdfast/domain';

type Member = NonNullable<ProblemBody['members']>[number];

interface ProblemOptions {
  /** Why; `detail` becomes its English sentence. */
  reason?: Reason;
  errors?: FieldError[];
  members?: Member[];
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An expected refusal. Anything else that is thrown is a bug or a database fault. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly reason: Reason | undefined;
  readonly errors: FieldError[] | undefined;
  readonly members: Member[] | undefined;
  /** Of the reply, besides those of every reply. */
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, { reason, errors, members, retryAfterSeconds, cause, ...rest }: ProblemOptions = {}) {
    super(reason === undefined ? problems[code].title : reasonText(reason), { cause });
    this.code = code;
    this.reason = reason;
    this.errors = errors;
    this.members = members;
    this.headers = {
      ...rest.headers,
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    };
  }

  get detail(): string | undefined {
    return this.reason && reasonText(this.reason);
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** Refusals that another program causes, or a broken connection: nobody reads them in the console. */
type ProgramCode =
  | 'malformed-request'
  | 'unauthenticated'
  | 'not-found'
  | 'method-not-allowed'
  | 'unsupported-media-type'
  | 'expectation-failed'
  | 'range-not-satisfiable'
  | 'event-of-another-camera';

/** A refusal that no console can cause. Only here `detail` is an English sentence without a reason, for programmers. */
export class ProgramProblem extends Problem {
  constructor(code: ProgramCode, sentence: string, { headers }: Pick<ProblemOptions, 'headers'> = {}) {
    super(code, { ...(headers && { headers }) });
    this.message = sentence;
  }

  override get detail(): string {
    return this.message;
  }
}

/** One invalid value and why. */
export const fieldError = (pointer: string, reason: Reason): FieldError => {
  const body = reasonBody(reason);
  return { pointer, message: reasonText(reason), ...(body && { reason: body }) };
};

/** A body value that is invalid in a way its schema cannot express. */
export const invalidField = (pointer: string, reason: Reason) =>
  new Problem('invalid', { errors: [fieldError(pointer, reason)] });

export const problemBody = (problem: Problem, requestId: string): ProblemBody => {
  const reason = reasonBody(problem.reason ?? null);
  return {
    type: `/problems/${problem.code}`,
    title: problems[problem.code].title,
    status: problem.status,
    ...(problem.detail !== undefined && { detail: problem.detail }),
    ...(reason && { reason }),
    instance: `/requests/${requestId}`,
    ...(problem.members !== undefined && { members: problem.members }),
    ...(problem.errors !== undefined && { errors: problem.errors }),
  };
};
