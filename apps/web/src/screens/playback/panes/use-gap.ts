import type { Playback } from '@holdfast/ui';
import { useEffect, useState } from 'react';
import { loadLanes } from '../server/playback-server.ts';
import { type Explanation, explainGap } from './explain-gap.ts';

const CHECK_EVERY_MS = 700;

/** Why a pane has no footage, loaded when it enters a gap. */
export function useGap(playback: Playback, cameraId: string, isInGap: boolean): Explanation | undefined {
  const [explanation, setExplanation] = useState<Explanation>();
  useEffect(() => {
    setExplanation(undefined);
    if (!isInGap) return;
    let isWanted = true;
    let isLoading = false;
    let known: Explanation | undefined;
    const explain = async () => {
      const atMs = playback.atMs();
      const isKnown = known?.kind === 'gap' && known.gap.startMs <= atMs && atMs < known.gap.endMs;
      if (isKnown || isLoading) return;
      isLoading = true;
      const found = await explainGap(
        async (range) => (await loadLanes({ ...range, cameraIds: [cameraId] })).get(cameraId),
        atMs,
      ).catch((): Explanation => ({ kind: 'unknown' }));
      isLoading = false;
      if (!isWanted) return;
      known = found;
      setExplanation(found);
    };
    void explain();
    const timer = setInterval(() => void explain(), CHECK_EVERY_MS);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [playback, cameraId, isInGap]);
  return explanation;
}
