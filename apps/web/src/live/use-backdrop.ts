import { holds } from '@holdfast/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useBlobUrl } from '../parts/use-blob-url.ts';
import { pictures } from './pictures.ts';
import { useStill } from './use-still.ts';

interface BackdropOptions {
  cameraId: string;
  isSeen: boolean;
  isEnabled: boolean;
  isAway: boolean;
  /** Whether a moving picture is expected; otherwise stills are taken again and again. */
  isMoving: boolean;
  lastRecordedMs: number | undefined;
  width: number;
}

const STILL_EVERY_MS = 10_000;
// The very last picture of a segment may not be decodable any more.
const BEFORE_END_MS = 400;

/** What lies behind a live picture until it comes: the last frame seen, recorded or, where there is neither, asked for. */
export function useBackdrop(options: BackdropOptions) {
  const { cameraId, isSeen, isEnabled, isAway, isMoving, lastRecordedMs, width } = options;
  const me = useQuery(queries.me);
  const [isRemembered] = useState(() => pictures.find(cameraId) !== undefined);
  const mayPlayBack = me.data !== undefined && holds(me.data.capabilities, 'playback');
  const recorded = useQuery({
    queryKey: ['last-recorded', cameraId, width],
    queryFn: async () => {
      const ts = new Date((lastRecordedMs ?? 0) - BEFORE_END_MS).toISOString();
      const bytes = await api.cameras.frame({ params: { id: cameraId }, query: { ts, fast: '1', width } });
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' });
    },
    enabled: isSeen && !isRemembered && mayPlayBack && lastRecordedMs !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const hasNothing = !isRemembered && (recorded.isError || lastRecordedMs === undefined || !mayPlayBack);
  const still = useStill({
    cameraId,
    width,
    isWanted: isSeen && isEnabled && !isAway && (!isMoving || (hasNothing && me.isFetched)),
    everyMs: isMoving ? Number.POSITIVE_INFINITY : STILL_EVERY_MS,
  });
  const recordedUrl = useBlobUrl(recorded.data);
  return { url: still.url ?? recordedUrl, stillTakenAtMs: still.url === undefined ? undefined : still.takenAtMs };
}
