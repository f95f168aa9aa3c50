import { ApiProblem } from '@holdfast/client';
import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

const refused = (status: number) => new ApiProblem({ type: '/problems/internal', title: 'No', status, instance: '' });

/** The data a screen shows after a refetch fails. */
async function seenAfter(problem: Error) {
  const client = createQueryClient();
  const replies: (() => Promise<string[]>)[] = [async () => ['ann', 'ben'], () => Promise.reject(problem)];
  const observer = new QueryObserver(client, {
    queryKey: ['users'],
    queryFn: () => replies.shift()?.() ?? Promise.reject(problem),
    select: (names) => names.join(' and '),
    retry: false,
  });
  const leave = observer.subscribe(() => undefined);
  await observer.refetch({ cancelRefetch: false });
  const before = observer.getCurrentResult().data;
  await observer.refetch();
  const { data, isError } = observer.getCurrentResult();
  leave();
  client.clear();
  return { before, data, isError };
}

describe('loaded data', () => {
  it.each([
    ['is dropped when access is revoked', refused(403), undefined],
    ['is dropped when it no longer exists', refused(404), undefined],
    ['stays when the session has ended', refused(401), 'ann and ben'],
    ['stays while the server is unavailable', refused(503), 'ann and ben'],
    ['stays while the server is unreachable', new TypeError('Failed to fetch'), 'ann and ben'],
  ])('%s', async (_title, problem, data) =>
    expect(await seenAfter(problem)).toEqual({ before: 'ann and ben', data, isError: true }),
  );
});
