import { ApiProblem } from '@holdfast/client';

/** What to do with a read after the API answered, or did not. */
export type Verdict =
  | { kind: 'delivered' }
  /** This one will never be taken; the next may. */
  | { kind: 'refused'; reason: string }
  /** Nobody wants reads of this camera any more: all that wait are dropped. */
  | { kind: 'unwanted'; reason: string }
  /** Kept and sent again. */
  | { kind: 'later'; reason: string; afterMs?: number };

const unwantedSentences: Partial<Record<string, string>> = {
  'plates-disabled': 'plates are switched off',
  'not-found': 'the camera is gone',
};

/** Judges a reply of `POST /lpr/reads`. */
export const judgeReply = ({ dropped }: { dropped?: string }): Verdict =>
  dropped === 'engine-refuses'
    ? { kind: 'unwanted', reason: "the camera's engine is switched off" }
    : { kind: 'delivered' };

/** Judges a failure: a refusal of the API, or an API that is not there. Anything unclear is sent again. */
export function judgeFailure(err: unknown): Verdict {
  if (!(err instanceof ApiProblem)) return { kind: 'later', reason: 'the API does not answer' };
  const unwanted = unwantedSentences[err.code];
  if (unwanted !== undefined) return { kind: 'unwanted', reason: unwanted };
  if (err.status === 401) return { kind: 'later', reason: 'the API does not accept the ingest token' };
  if (err.status >= 500 || err.status === 429 || err.status === 408) {
    const afterMs = err.retryAfterSeconds === undefined ? {} : { afterMs: err.retryAfterSeconds * 1000 };
    return { kind: 'later', reason: `the API is busy: ${err.message}`, ...afterMs };
  }
  return { kind: 'refused', reason: err.message };
}
