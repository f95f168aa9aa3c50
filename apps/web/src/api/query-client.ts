import { ApiProblem } from '@holdfast/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

/** Only network failures and 503 are worth a retry; other refusals would repeat. */
const shouldRetry = (err: Error): boolean => !(err instanceof ApiProblem) || err.status === 503;

/** Access was revoked or the object is gone: cached data is dropped. */
const isRevoked = (err: Error): boolean => err instanceof ApiProblem && (err.status === 403 || err.status === 404);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (err, query) => {
        if (isRevoked(err)) query.setState({ data: undefined });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A server on the LAN is reachable without internet, so the browser's online state is ignored.
        networkMode: 'always',
        retry: (failures, err) => failures < 2 && shouldRetry(err),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** The cache of this page. */
export const queryClient = createQueryClient();
