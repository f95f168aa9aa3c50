import { lazy } from 'react';

const loadLive = () => import('./live-layer.tsx');
const loadDialog = () => import('./range-dialog.tsx');

// Nobody needs them for the first picture.
export const LiveLayer = lazy(async () => ({ default: (await loadLive()).LiveLayer }));
export const RangeDialog = lazy(async () => ({ default: (await loadDialog()).RangeDialog }));

/** Fetched in peace, so that they are there when they are wanted, even while the server is away. */
export const fetchLaterParts = (): void => {
  for (const load of [loadLive, loadDialog]) void load().catch(() => undefined);
};
