import type { PlateMatchMode, ReadingEngine } from '@holdfast/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { pages } from '../api/queries.ts';

export type PlateRead = Awaited<ReturnType<typeof api.plates.get>>;
export type WatchlistEntry = Awaited<ReturnType<typeof api.watchlist.create>>;
export type PlateDossier = Awaited<ReturnType<typeof api.plates.dossier>>;
export type WatchlistKind = WatchlistEntry['kind'];

export interface PlateFilter {
  q?: string;
  match?: PlateMatchMode;
  camera_ids?: string[];
  engine?: ReadingEngine;
  start?: string;
  end?: string;
}

const PAGE = 40;

/** Everything below `plates` is reloaded when a plate is read. */
export const plateQueries = {
  /** The last results stay while the next ones load; requests for text that has changed are cancelled. */
  search: (filter: PlateFilter) => ({
    ...pages(['plates', 'search', filter], (page, signal) =>
      api.plates.search({ query: { ...filter, ...page, limit: PAGE }, signal }),
    ),
    placeholderData: keepPreviousData,
  }),
  activity: (query: PlateFilter & { start: string; end: string; buckets: number }) =>
    queryOptions({
      queryKey: ['plates', 'activity', query],
      queryFn: ({ signal }) => api.plates.activity({ query, signal }),
      placeholderData: keepPreviousData,
    }),
  read: (id: string) =>
    queryOptions({ queryKey: ['plates', 'read', id], queryFn: () => api.plates.get({ params: { id } }) }),
  dossier: (plate: string) =>
    queryOptions({
      queryKey: ['plates', 'dossier', plate],
      queryFn: ({ signal }) => api.plates.dossier({ query: { plate }, signal }),
    }),
  storage: queryOptions({ queryKey: ['plates', 'storage'], queryFn: () => api.plates.storage() }),
  watchlist: (filter: { kind?: WatchlistKind; q?: string }) => ({
    ...pages(['watchlist', filter], (page, signal) =>
      api.watchlist.list({ query: { ...filter, ...page, limit: 100 }, signal }),
    ),
    placeholderData: keepPreviousData,
  }),
  whatIf: (body: { plate: string; fuzz: number }) =>
    queryOptions({
      queryKey: ['plates', 'what-if', body],
      queryFn: ({ signal }) => api.watchlist.preview({ body, signal }),
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    }),
};
