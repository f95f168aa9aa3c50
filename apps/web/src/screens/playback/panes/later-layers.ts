import { lazy } from 'react';
import { loadWithRetries } from '../../../api/load-with-retries.ts';

const loadLive = () => import('./live-layer.tsx');
const loadBadges = () => import('../../../badges/history-badges.tsx');

// Not needed for the first picture.
export const LiveLayer = lazy(async () => ({ default: (await loadWithRetries(loadLive)).LiveLayer }));
export const HistoryBadges = lazy(async () => ({ default: (await loadWithRetries(loadBadges)).HistoryBadges }));

/** Prefetches the live layer, so that it is available even if the server becomes unreachable. */
export const fetchLiveLayer = (): void => void loadLive().catch(() => undefined);
