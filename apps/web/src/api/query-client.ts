import { ApiProblem } from '@holdfast/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

/** A refusal stays a refusal however often it is asked; only what did not get through is tried again. */
const isWorthRetrying = (err: Error): boolean => !(err instanceof ApiProblem) || err.status === 503;

/** The server says that this is not for them, or not there: what it said before counts no more. */
const isTakenBack = (err: Error): boolean => err instanceof ApiProblem && (err.status === 403 || err.status === 404);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (err, query) => {
        if (isTakenBack(err)) query.setState({ data: undefined });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A server on the LAN is there while the internet is not: the browser's idea of "online" does not count.
        networkMode: 'always',
        retry: (failures, err) => failures < 2 && isWorthRetrying(err),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
