import { lazy } from 'react';

const loadLive = () => import('./live-layer.tsx');
const loadDialog = () => import('./range-dialog.tsx');

const TRY_AGAIN_MS = 2_000;

/** What is lazy remembers a failure for good, so it is not told of one: the server may be back in a moment. */
async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  }
}

// Nobody needs them for the first picture.
export const LiveLayer = lazy(async () => ({ default: (await untilThere(loadLive)).LiveLayer }));
export const RangeDialog = lazy(async () => ({ default: (await untilThere(loadDialog)).RangeDialog }));

/** Fetched in peace, so that they are there when they are wanted, even while the server is away. */
export const fetchLaterParts = (): void => {
  for (const load of [loadLive, loadDialog]) void load().catch(() => undefined);
};
