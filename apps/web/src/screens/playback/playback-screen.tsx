import { MAX_TIMELINE_CAMERAS } from '@holdfast/contract';
import { holds } from '@holdfast/domain';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type Camera, queries, type RemovedCamera } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { IconHistory } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { idsIn, momentIn, NO_CAMERAS } from './address/playback-search.ts';
import { firstCameras } from './cameras/first-cameras.ts';
import { PlaybackPlayer } from './playback-player.tsx';
import { loadLanes } from './server/playback-server.ts';

const NO_CAMERAS_REMOVED: readonly RemovedCamera[] = [];
const REMEMBERED_AS = 'holdfast.playback';
const DAY_MS = 86_400_000;
/** Recent footage first, then a coarse look at the last year. */
const SEARCH_RANGES = [
  { days: 2, resolutionMs: 60_000 },
  { days: 366, resolutionMs: DAY_MS },
];
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
  const chosen = search.cameras === undefined ? remembered(cameras.data ?? []) : idsIn(search.cameras);
  const first = useQuery({
    queryKey: ['first-cameras', cameras.data?.map(({ id }) => id).join()],
    queryFn: async () => firstCameras(cameras.data ?? [], await recordedCameras(cameras.data ?? [])),
    enabled: chosen === undefined && cameras.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ids = chosen ?? first.data ?? [];

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
  const isChoosing = chosen === undefined && first.data === undefined;
  if (!cameras.data || removed.isPending || hasNone || isChoosing || (startMs === undefined && ids.length > 0))
    return (
      <Page title={t('playback.title')}>
        <Loaded query={cameras}>
          {() =>
            hasNone || newest.data === null ? (
              <Empty icon={<IconHistory size={32} />} title={t('playback.none')} text={t('playback.noneHint')} />
            ) : (
              <Loaded query={isChoosing ? first : newest}>{() => null}</Loaded>
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
      hasPlates={me.data?.plates_enabled === true}
      onIds={choose}
      onAt={(at) => write({ at })}
    />
  );
}

/** The cameras of the last visit that still exist. */
function remembered(cameras: readonly Camera[]): string[] | undefined {
  const kept = idsIn(localStorage.getItem(REMEMBERED_AS) ?? '').filter((id) => cameras.some((one) => one.id === id));
  return kept.length > 0 ? kept : undefined;
}

/** The cameras with recent footage, otherwise those with any of the last year. */
async function recordedCameras(cameras: readonly Camera[]): Promise<ReadonlySet<string>> {
  const cameraIds = cameras.slice(0, MAX_TIMELINE_CAMERAS).map(({ id }) => id);
  const nowMs = Date.now();
  for (const { days, resolutionMs } of cameraIds.length === 0 ? [] : SEARCH_RANGES) {
    const lanes = await loadLanes({ startMs: nowMs - days * DAY_MS, endMs: nowMs, cameraIds, resolutionMs });
    const found = [...lanes].filter(([, { runs }]) => runs.length > 0).map(([id]) => id);
    if (found.length > 0) return new Set(found);
  }
  return new Set();
}

/** Shortly before the end of the newest footage of any of the cameras; null without footage. */
async function newestFootage(cameraIds: string[]): Promise<number | null> {
  const nowMs = Date.now();
  for (const { days, resolutionMs } of SEARCH_RANGES) {
    const range = { startMs: nowMs - days * DAY_MS, endMs: nowMs };
    const lanes = await loadLanes({ ...range, cameraIds, resolutionMs });
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
