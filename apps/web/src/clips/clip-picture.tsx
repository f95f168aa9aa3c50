import { useReducedMotion } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Clip } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { IconPhotoOff } from '../parts/icons.ts';
import { useBlobUrl } from '../parts/use-blob-url.ts';
import { clipState, SETTLES_MS } from './clip-state.ts';
import classes from './clips.module.css';
import { isBusyServer, loadClipPicture } from './load-clip-picture.ts';

interface ClipPictureProps {
  clip: Clip;
  /** Shows the moving picture as soon as it is loaded. */
  isMoving: boolean;
}

const SOON_MS = 120;
const KEPT_MS = 120_000;
const RETRY_MS = 2_500;

/** The thumbnail of a clip, or the moving picture, beside its name. Loaded when it has been on the screen for a moment. */
export function ClipPicture({ clip, isMoving }: ClipPictureProps) {
  const t = useT();
  const isStill = useReducedMotion();
  const state = clipState(clip, Date.now());
  const isFresh = Date.now() - Date.parse(clip.start_ts) < SETTLES_MS;
  const isWanted = useLasting(SOON_MS) && clip.has_footage;
  const options = {
    gcTime: KEPT_MS,
    staleTime: Number.POSITIVE_INFINITY,
    // The first picture of something new is published some seconds later.
    retry: (failures: number, err: Error) => failures < 12 && (isBusyServer(err) || isFresh),
    retryDelay: RETRY_MS,
  };
  const still = useQuery({
    queryKey: ['clip-picture', clip.id, clip.ongoing],
    queryFn: ({ signal }) => loadClipPicture(clip.thumbnail_url, signal),
    enabled: isWanted,
    ...options,
  });
  const moving = useQuery({
    queryKey: ['clip-moving', clip.id, clip.ongoing, clip.end_ts],
    queryFn: ({ signal }) => loadClipPicture(`/clip/${clip.id}/clip.webp`, signal),
    enabled: isWanted && isMoving,
    ...options,
  });
  const stillUrl = useBlobUrl(still.data);
  const movingUrl = useBlobUrl(isMoving ? moving.data : undefined);
  const url = (isMoving && movingUrl) || stillUrl;
  if (state === 'no-footage' || state === 'not-yet' || still.isError)
    return (
      <span className={classes.noPicture} data-picture="none">
        <IconPhotoOff size={22} aria-hidden />
        <span>{state === 'not-yet' ? t('clip.ongoing') : t('clip.noFootage')}</span>
      </span>
    );
  return (
    <>
      {url !== undefined && (
        <img src={url} alt="" data-picture={isMoving && movingUrl !== undefined ? 'moving' : 'still'} />
      )}
      {isMoving && moving.isFetching && !isStill && <span className={classes.loading} aria-hidden />}
    </>
  );
}

/** True once the component has been mounted for a while. */
function useLasting(ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return lasts;
}
