export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
  readonly code = 'ETIMEDOUT';
}

/**
 * Stops waiting after `limitMs`. The call itself cannot be cancelled: a dead network share holds it until the share returns, so
 * do not call again before `work` has settled; `askOnce` ensures that.
 */
export const withTimeLimit = <T>(work: Promise<T>, limitMs: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(`no answer within ${Math.round(limitMs)} ms`)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
