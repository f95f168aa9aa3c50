import { ApiProblem } from '@holdfast/client';

/** The next step for a read after a response or a failure. */
export type Verdict =
  | { kind: 'delivered' }
  /** This read will never be accepted; the next may be. */
  | { kind: 'refused'; reason: string }
  /** Reads of this camera are no longer wanted: all queued ones are dropped. */
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

/** Judges a failure: a refusal or an unreachable API. In doubt the read is sent again. */
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
