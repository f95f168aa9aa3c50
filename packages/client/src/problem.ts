import type { ProblemBody, ProblemCode } from '@holdfast/contract';

/** An error response of the server. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly body: ProblemBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(body: ProblemBody, retryAfterSeconds?: number) {
    super(body.detail ?? body.title);
    this.status = body.status;
    this.code = body.type.replace('/problems/', '') as ProblemCode;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
