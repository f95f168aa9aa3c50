import { holds } from '@holdfast/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadPicture } from '../../api/load-picture.ts';
import { queries } from '../../api/queries.ts';
import { useBlobUrl } from '../../parts/pictures/use-blob-url.ts';
import { useStill } from '../../parts/pictures/use-still.ts';
import { type Backdrop, newestBackdrop } from './newest-backdrop.ts';
import { pictures } from './pictures.ts';

export type { Backdrop } from './newest-backdrop.ts';

interface BackdropOptions {
  cameraId: string;
  isSeen: boolean;
  isEnabled: boolean;
  isAway: boolean;
  /** Whether live video is expected; otherwise stills are taken regularly. */
  isMoving: boolean;
  lastRecordedMs: number | undefined;
  width: number;
  /** The live picture is displayed and covers the backdrop. */
  isShown: boolean;
}

const STILL_EVERY_MS = 10_000;
// The very last picture of a segment may not be decodable.
const BEFORE_END_MS = 400;

/** The newest picture while there is no live one: the last live one, a still, or a recorded one. */
export function useBackdrop(options: BackdropOptions): Backdrop {
  const { cameraId, isSeen, isEnabled, isAway, isMoving, lastRecordedMs, width, isShown } = options;
  const me = useQuery(queries.me);
  const [wasRemembered] = useState(() => pictures.find(cameraId) !== undefined);
  const mayPlayBack = me.data !== undefined && holds(me.data.capabilities, 'playback');
  const recorded = useQuery({
    queryKey: ['last-recorded', cameraId, width],
    queryFn: ({ signal }) => {
      const ts = new Date((lastRecordedMs ?? 0) - BEFORE_END_MS).toISOString();
      const query = new URLSearchParams({ ts, fast: '1', width: String(width) });
      return loadPicture(`/cameras/${cameraId}/frame.jpg?${query}`, signal);
    },
    enabled: isSeen && !wasRemembered && mayPlayBack && lastRecordedMs !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const hasNothing = !wasRemembered && (recorded.isError || lastRecordedMs === undefined || !mayPlayBack);
  const still = useStill({
    cameraId,
    width,
    isWanted: isSeen && isEnabled && !isAway && (!isMoving || (hasNothing && me.isFetched)),
    everyMs: isMoving ? Number.POSITIVE_INFINITY : STILL_EVERY_MS,
  });
  const recordedUrl = useBlobUrl(recorded.data?.jpeg);
  return newestBackdrop({
    // Read late, because the last picture is saved when the stream is lost.
    kept: isShown ? undefined : pictures.find(cameraId),
    still: still.url === undefined ? undefined : { url: still.url, takenAtMs: still.takenAtMs },
    recorded:
      recordedUrl === undefined || !recorded.data
        ? undefined
        : { url: recordedUrl, takenAtMs: recorded.data.takenAtMs },
  });
}
