import { lazy } from 'react';
import { loadWithRetries } from '../../../api/load-with-retries.ts';

const loadDialog = () => import('./range-dialog.tsx');

// Not needed for the first picture.
export const RangeDialog = lazy(async () => ({ default: (await loadWithRetries(loadDialog)).RangeDialog }));

/** Prefetches the dialog, so that it is available even if the server becomes unreachable. */
export const fetchRangeDialog = (): void => void loadDialog().catch(() => undefined);
