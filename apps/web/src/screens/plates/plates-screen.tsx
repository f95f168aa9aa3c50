import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { SAFETY_NET_MS } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { IconCar } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Pages } from '../../parts/layout/pages.tsx';
import parts from '../../parts/parts.module.css';
import { type PlateFilter, plateQueries } from '../../plates/plate-queries.ts';
import { PlatesPage } from '../../plates/plates-page.tsx';
import { ReadRows } from '../../plates/read-rows.tsx';
import { SightingsCard } from '../../plates/sightings-card.tsx';
import { useHolds } from '../../session/use-holds.ts';
import { PlateFilters } from './plate-filters.tsx';
import { filterOf, type PlatesSearch } from './plates-search.ts';

/** The first key is searched for at once, and those that arrive together with it are combined. */
const TYPING_MS = 40;
const ADDRESS_MS = 400;

export function PlatesScreen() {
  const t = useT();
  const navigate = useNavigate({ from: '/plates' });
  const inAddress = useSearch({ from: '/shell/plates' });
  const [search, setSearch] = useState<PlatesSearch>(inAddress);
  const [settled] = useDebouncedValue(search, TYPING_MS, { leading: true });
  const [shown] = useDebouncedValue(search, ADDRESS_MS);
  const isInAddress = JSON.stringify(shown) === JSON.stringify(inAddress);
  useEffect(() => {
    if (!isInAddress) void navigate({ search: shown, replace: true, resetScroll: false });
  }, [navigate, shown, isInAddress]);
  const canPlay = useHolds('playback');
  // As text, so that an equal filter does not count as a new one and renders nothing again.
  const filterText = JSON.stringify(filterOf(settled, Date.now()));
  const filter = useMemo(() => JSON.parse(filterText) as PlateFilter, [filterText]);
  const reads = useInfiniteQuery({ ...plateQueries.search(filter), refetchInterval: SAFETY_NET_MS });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <PlatesPage lead={t('plateSearch.lead')}>
      <PlateFilters value={search} onChange={setSearch} />
      <SightingsCard filter={filter} />
      <div
        data-shown={reads.isPlaceholderData || reads.isPending ? undefined : (filter.q ?? '')}
        className={parts.live}
      >
        <Pages query={reads}>
          {(all) =>
            all.length === 0 ? (
              <Empty
                icon={<IconCar size={30} />}
                title={isFiltered ? t('plateSearch.noMatch') : t('plateSearch.none')}
                text={isFiltered ? t('plateSearch.noMatchHint') : t('plateSearch.noneHint')}
              />
            ) : (
              <ReadRows label={t('plateSearch.results')} reads={all} canPlay={canPlay} />
            )
          }
        </Pages>
      </div>
    </PlatesPage>
  );
}
