import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Clip } from '../api/queries.ts';
import { type MessageKey, useT } from '../i18n/i18n.tsx';
import { IconPhotoOff, IconVideo } from '../parts/icons/icons.ts';
import { useBlobUrl } from '../parts/pictures/use-blob-url.ts';
import { clipState, type MissingPicture, missingPicture, SETTLES_MS } from './clip-state.ts';
import classes from './clips.module.css';
import { isBusyServer, isWithoutFootage, loadClipPicture } from './load-clip-picture.ts';

const SOON_MS = 120;
const KEPT_MS = 120_000;
const RETRY_MS = 2_500;

function usePicture(clip: Clip, { path, isWanted }: { path: string; isWanted: boolean }) {
  const isFresh = Date.now() - Date.parse(clip.start_ts) < SETTLES_MS;
  const picture = useQuery({
    queryKey: ['clip-picture', path, clip.ongoing, clip.end_ts],
    queryFn: ({ signal }) => loadClipPicture(path, signal),
    enabled: isWanted,
    gcTime: KEPT_MS,
    staleTime: Number.POSITIVE_INFINITY,
    // The first picture of something new is published some seconds later.
    retry: (failures, err) => failures < 12 && (isBusyServer(err) || isFresh),
    retryDelay: RETRY_MS,
  });
  const failure = picture.isError ? (isWithoutFootage(picture.error) ? 'no-footage' : 'other') : 'none';
  return { url: useBlobUrl(picture.data), isFetching: picture.isFetching, failure } as const;
}

const missingTexts = {
  follows: 'clip.footageFollows',
  'no-footage': 'clip.noFootage',
  failed: 'clip.pictureFailed',
} as const satisfies Record<MissingPicture, MessageKey>;

/** The thumbnail of a clip beside its name, or why there is none. Loaded when it has been on the screen for a moment. */
export function ClipPicture({ clip, isMoving }: { clip: Clip; isMoving: boolean }) {
  const t = useT();
  const state = clipState(clip, Date.now());
  const isWanted = useMountedFor(SOON_MS) && clip.has_footage;
  const { url, failure } = usePicture(clip, { path: clip.thumbnail_url, isWanted });
  const missing = missingPicture(state, failure);
  if (missing !== undefined)
    return (
      <span className={classes.noPicture} data-picture="none">
        <IconPhotoOff size={22} aria-hidden />
        <span>{t(missingTexts[missing])}</span>
      </span>
    );
  return (
    <>
      {url === undefined ? (
        <span className={classes.noPicture} aria-hidden>
          <IconVideo size={26} />
        </span>
      ) : (
        <img src={url} alt="" data-picture="still" />
      )}
      {isMoving && <MovingPicture clip={clip} />}
    </>
  );
}

/** Over the thumbnail as soon as it is loaded. */
function MovingPicture({ clip }: { clip: Clip }) {
  const { url, isFetching } = usePicture(clip, { path: `/clip/${clip.id}/clip.webp`, isWanted: true });
  return (
    <>
      {url !== undefined && <img src={url} alt="" data-picture="moving" />}
      {isFetching && <span className={classes.loading} aria-hidden />}
    </>
  );
}

/** True once the component has been mounted for a while. */
function useMountedFor(ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return lasts;
}
