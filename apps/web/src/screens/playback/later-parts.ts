import { lazy } from 'react';

const loadLive = () => import('./live-layer.tsx');
const loadBadges = () => import('../../badges/history-badges.tsx');
const loadDialog = () => import('./range-dialog.tsx');

const TRY_AGAIN_MS = 2_000;

/** Retries forever, because React.lazy caches a failure and the server may be back soon. */
async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  }
}

// Not needed for the first picture.
export const LiveLayer = lazy(async () => ({ default: (await loadWithRetries(loadLive)).LiveLayer }));
export const HistoryBadges = lazy(async () => ({ default: (await loadWithRetries(loadBadges)).HistoryBadges }));
export const RangeDialog = lazy(async () => ({ default: (await loadWithRetries(loadDialog)).RangeDialog }));

/** Prefetches the lazy parts, so that they are available even if the server becomes unreachable. */
export const fetchLaterParts = (): void => {
  for (const load of [loadLive, loadDialog]) void load().catch(() => undefined);
};
