import { ApiProblem } from '@holdfast/client';
import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

const refused = (status: number) => new ApiProblem({ type: '/problems/internal', title: 'No', status, instance: '' });

/** What a screen sees that had its answer, asks again, and is told something else. */
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

describe('what was loaded before', () => {
  it.each([
    ['is forgotten when it is not allowed any more', refused(403), undefined],
    ['is forgotten when it does not exist any more', refused(404), undefined],
    ['stays while the session is asked for again', refused(401), 'ann and ben'],
    ['stays while the server has a bad moment', refused(503), 'ann and ben'],
    ['stays while the server does not answer', new TypeError('Failed to fetch'), 'ann and ben'],
  ])('%s', async (_title, problem, data) =>
    expect(await seenAfter(problem)).toEqual({ before: 'ann and ben', data, isError: true }),
  );
});
