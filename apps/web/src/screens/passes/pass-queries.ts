import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

export type AbReport = Awaited<ReturnType<typeof api.passes.report>>;
export type PlatePass = AbReport['passes'][number];
export type EngineStats = AbReport['engines']['external'];
export type Verdict = PlatePass['verdict'];

export interface ReportFilter {
  start: string;
  end: string;
  camera_id?: string;
  verdict?: Verdict;
  confirmed?: boolean;
}

const PAGE = 60;

/** The passes page by page; the figures are those of the first page, which are of all passes. */
export const reportQuery = (filter: ReportFilter) =>
  infiniteQueryOptions({
    queryKey: ['plates', 'passes', filter],
    queryFn: ({ pageParam, signal }) =>
      api.passes.report({ query: { ...filter, limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
