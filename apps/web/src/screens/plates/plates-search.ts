import { PLATE_MATCH_MODES, type PlateMatchMode } from '@holdfast/domain';
import { fromLocalField } from '../../parts/time/local-time.ts';
import { PERIODS, type Period, periodStartMs } from '../../parts/time/period.ts';
import type { PlateFilter } from '../../plates/plate-queries.ts';

export const ENGINES = ['native-alpr', 'external'] as const;

/** The filters in the address of the screen. */
export interface PlatesSearch {
  q?: string;
  match?: PlateMatchMode;
  cameras?: string;
  engine?: (typeof ENGINES)[number];
  period?: Period;
  /** Of the period `range`, as `datetime-local` fields have it. */
  from?: string;
  to?: string;
}

const MAX_QUERY_LENGTH = 40;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const oneOf = <const V extends readonly string[]>(values: V, value: unknown): V[number] | undefined =>
  values.find((one) => one === value);

/** The known parameters of the URL; others are dropped. A plate of digits only arrives as a number. */
export function readPlatesSearch(search: Record<string, unknown>): PlatesSearch {
  const { q, match, cameras, engine, period, from, to } = search;
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, MAX_QUERY_LENGTH) : '';
  const mode = oneOf(PLATE_MATCH_MODES, match);
  const ids = typeof cameras === 'string' ? cameraIdsIn(cameras) : [];
  const reader = oneOf(ENGINES, engine);
  const time = oneOf(PERIODS, period);
  return {
    ...(text !== '' && { q: text }),
    ...(mode && { match: mode }),
    ...(ids.length > 0 && { cameras: ids.join(',') }),
    ...(reader && { engine: reader }),
    ...(time && { period: time }),
    ...(typeof from === 'string' && fromLocalField(from) && { from }),
    ...(typeof to === 'string' && fromLocalField(to) && { to }),
  };
}

export const cameraIdsIn = (cameras: string | undefined): string[] =>
  (cameras ?? '').split(',').filter((id) => UUID.test(id));

/** The query of these filters; text without a letter or digit searches for nothing, so it is left out. */
export function filterOf(search: PlatesSearch, nowMs: number): PlateFilter {
  const { q = '', match, cameras, engine, period = 'all', from = '', to = '' } = search;
  const [chosenStart, chosenEnd] = period === 'range' ? [fromLocalField(from), fromLocalField(to)] : [];
  const start = chosenStart?.getTime() ?? periodStartMs(period, nowMs);
  // An end before the start is still being typed.
  const end = chosenEnd && chosenEnd.getTime() > (start ?? 0) ? chosenEnd : undefined;
  const ids = cameraIdsIn(cameras);
  return {
    ...(/[a-z0-9]/i.test(q) && { q, ...(match && { match }) }),
    ...(ids.length > 0 && { camera_ids: ids }),
    ...(engine && { engine }),
    ...(start !== undefined && { start: new Date(start).toISOString() }),
    ...(end && { end: end.toISOString() }),
  };
}

export type PlatesSearchPart = { [K in keyof PlatesSearch]?: PlatesSearch[K] | undefined };

/** A search with some filters changed; a cleared one is left out of it. */
export const withFilters = (search: PlatesSearch, part: PlatesSearchPart): PlatesSearch =>
  Object.fromEntries(Object.entries({ ...search, ...part }).filter(([, one]) => one !== undefined && one !== ''));
