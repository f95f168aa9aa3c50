import { holds } from '@holdfast/domain';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { queries, type RemovedCamera } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Empty } from '../../parts/empty.tsx';
import { IconHistory } from '../../parts/icons.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { PlaybackPlayer } from './playback-player.tsx';
import { idsIn, momentIn, NO_CAMERAS } from './playback-search.ts';
import { loadLanes } from './playback-server.ts';

const NO_CAMERAS_REMOVED: readonly RemovedCamera[] = [];
const REMEMBERED_AS = 'holdfast.playback';
const FIRST_CHOICE = 4;
const DAY_MS = 86_400_000;
/** The last seconds of a run may not be playable yet. */
const BEFORE_END_MS = 15_000;

export function PlaybackScreen() {
  const t = useT();
  const me = useQuery(queries.me);
  const cameras = useQuery(queries.cameras);
  const removed = useQuery(queries.removedCameras);
  const search = useSearch({ from: '/shell/playback' });
  const navigate = useNavigate();
  // Determined once, so that later changes of the camera list do not reset the position.
  const [startMs, setStart] = useState(
    () => momentIn(search.at) ?? (search.cameras === NO_CAMERAS ? Date.now() : undefined),
  );
  const known = cameras.data?.map(({ id }) => id) ?? [];
  const ids = search.cameras === undefined ? remembered(known) : idsIn(search.cameras);

  const newest = useQuery({
    queryKey: ['newest-footage', ids.join()],
    queryFn: () => newestFootage(ids),
    enabled: startMs === undefined && ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data === null ? 5_000 : false),
  });
  if (startMs === undefined && typeof newest.data === 'number') setStart(newest.data);
  const write = useCallback(
    (part: { cameras?: string; at?: string }) =>
      void navigate({
        to: '/playback',
        search: (before) => ({ ...before, ...part }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const choose = (next: readonly string[]) => {
    localStorage.setItem(REMEMBERED_AS, next.join());
    write({ cameras: next.length === 0 ? NO_CAMERAS : next.join() });
  };

  const hasNone = cameras.data?.length === 0 && removed.data?.length === 0;
  if (!cameras.data || removed.isPending || hasNone || (startMs === undefined && ids.length > 0))
    return (
      <Page title={t('playback.title')}>
        <Loaded query={cameras}>
          {() =>
            hasNone || newest.data === null ? (
              <Empty icon={<IconHistory size={32} />} title={t('playback.none')} text={t('playback.noneHint')} />
            ) : (
              <Loaded query={newest}>{() => null}</Loaded>
            )
          }
        </Loaded>
      </Page>
    );
  return (
    <PlaybackPlayer
      all={cameras.data}
      removed={removed.data ?? NO_CAMERAS_REMOVED}
      ids={ids}
      startMs={startMs ?? Date.now()}
      askedMs={momentIn(search.at)}
      canExport={me.data !== undefined && holds(me.data.capabilities, 'export')}
      onIds={choose}
      onAt={(at) => write({ at })}
    />
  );
}

/** The cameras of the last visit that still exist, otherwise the first few. */
function remembered(known: readonly string[]): string[] {
  const kept = idsIn(localStorage.getItem(REMEMBERED_AS) ?? '').filter((id) => known.includes(id));
  return kept.length > 0 ? kept : known.slice(0, FIRST_CHOICE);
}

/** Shortly before the end of the newest footage of any of the cameras; null without footage. */
async function newestFootage(cameraIds: string[]): Promise<number | null> {
  const nowMs = Date.now();
  for (const days of [2, 366]) {
    const range = { startMs: nowMs - days * DAY_MS, endMs: nowMs };
    const lanes = await loadLanes({ ...range, cameraIds, resolutionMs: days < 3 ? 60_000 : DAY_MS });
    const last = [...lanes.values()]
      .flatMap(({ runs }) => runs)
      .reduce((a, b) => (b.endMs > a.endMs ? b : a), {
        startMs: 0,
        endMs: 0,
      });
    if (last.endMs > 0) return Math.max(last.startMs, last.endMs - BEFORE_END_MS);
  }
  return null;
}
