import { useEffect, useState } from 'react';
import type { Clip } from '../../api/queries.ts';
import { ClipVideo } from '../../clips/clip-video.tsx';

/**
 * The video of the current clip. Those of the next ones are only rendered by the server: what is sent counts as
 * watched, so nothing of them is loaded but the thumbnail.
 */
export function ReviewClip({ clip, isCurrent }: { clip: Clip; isCurrent: boolean }) {
  const [wasAhead] = useState(!isCurrent);
  // It goes on when the clip becomes the current one, which then waits for the same video.
  usePrepared(clip, wasAhead);
  return isCurrent ? (
    <ClipVideo clip={clip} quality="preview" />
  ) : (
    <img src={clip.thumbnail_url} alt="" hidden data-ahead={clip.id} />
  );
}

function usePrepared({ preview_url, has_footage, end_ts }: Clip, isWanted: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the video of an ongoing clip changes with its end
  useEffect(() => {
    if (!isWanted || !has_footage) return;
    const leaving = new AbortController();
    fetch(preview_url, { method: 'HEAD', signal: leaving.signal }).catch(() => undefined);
    return () => leaving.abort();
  }, [preview_url, has_footage, end_ts, isWanted]);
}
