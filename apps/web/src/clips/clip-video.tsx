import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Clip } from '../api/queries.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { IconClock, IconPhotoOff } from '../parts/icons/icons.ts';
import { clipState } from './clip-state.ts';
import { clipTitle } from './clip-words.ts';
import classes from './clips.module.css';

interface ClipVideoProps {
  clip: Clip;
  quality: 'preview' | 'full';
  onPlaying?(): void;
  /** The length of the video, which is shorter than the clip where nothing was recorded. */
  onLength?(seconds: number): void;
}

/** The video of a clip, or why there is none. Before its first picture the thumbnail is shown. */
export function ClipVideo({ clip, quality, onPlaying, onLength }: ClipVideoProps) {
  const { t } = useI18n();
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const state = clipState(clip, Date.now());
  // The file of an ongoing clip grows, so its end is part of the address.
  const address = `/clip/${clip.id}/clip.mp4?q=${quality}`;
  const source = `${address} ${clip.end_ts} ${attempt}`;
  const hasVideo = state === 'ready' || state === 'ongoing';

  useEffect(() => {
    const element = video.current;
    if (!element || loaded !== source) return;
    // Muted videos may start by themselves; where they may not, the controls are there.
    void element.play().catch(() => undefined);
    return () => element.pause();
  }, [loaded, source]);

  if (!hasVideo)
    return (
      <div className={classes.stageNote} role="status">
        {state === 'not-yet' ? <IconClock size={26} aria-hidden /> : <IconPhotoOff size={26} aria-hidden />}
        <span>{state === 'not-yet' ? t('clip.notYet') : t('clip.noFootageText')}</span>
      </div>
    );
  return (
    <>
      <video
        key={source}
        ref={video}
        src={address}
        poster={clip.thumbnail_url}
        preload="auto"
        controls
        muted
        playsInline
        data-clip={clip.id}
        data-ready={loaded === source}
        aria-label={t('clip.video', { title: clipTitle(clip, t), camera: clip.camera_name })}
        onLoadedData={({ currentTarget: { duration } }) => {
          setLoaded(source);
          onLength?.(duration);
        }}
        onPlaying={onPlaying}
        onError={() => setFailed(source)}
      />
      {loaded !== source && (
        <div className={`${classes.stageNote} ${failed === source ? '' : classes.late}`} role="status">
          {failed === source ? (
            <>
              <span>{t('clip.failed')}</span>
              <Button size="xs" variant="default" onClick={() => setAttempt(attempt + 1)}>
                {t('common.tryAgain')}
              </Button>
            </>
          ) : (
            // The browser's own controls show that they are loading.
            <span>{t('clip.rendering')}</span>
          )}
        </div>
      )}
    </>
  );
}
