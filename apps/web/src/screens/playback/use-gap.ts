import type { Playback } from '@holdfast/ui';
import { useEffect, useState } from 'react';
import { type Explanation, explainGap } from './explain-gap.ts';
import { loadLanes } from './playback-server.ts';

const LOOK_EVERY_MS = 700;

/** Why a pane has nothing to show, asked when it has come into a gap and again when it is in another. */
export function useGap(playback: Playback, cameraId: string, isInGap: boolean): Explanation | undefined {
  const [explanation, setExplanation] = useState<Explanation>();
  useEffect(() => {
    setExplanation(undefined);
    if (!isInGap) return;
    let isWanted = true;
    let isAsking = false;
    let known: Explanation | undefined;
    const look = async () => {
      const atMs = playback.atMs();
      const isKnown = known?.kind === 'gap' && known.gap.startMs <= atMs && atMs < known.gap.endMs;
      if (isKnown || isAsking) return;
      isAsking = true;
      const found = await explainGap(
        async (range) => (await loadLanes({ ...range, cameraIds: [cameraId] })).get(cameraId),
        atMs,
      ).catch((): Explanation => ({ kind: 'unknown' }));
      isAsking = false;
      if (!isWanted) return;
      known = found;
      setExplanation(found);
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [playback, cameraId, isInGap]);
  return explanation;
}
