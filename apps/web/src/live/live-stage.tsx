import { type Zoom, zoomTransform } from '@holdfast/ui';
import { Loader } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { IconPhotoOff } from '../parts/icons.ts';
import classes from './live.module.css';
import { pictures } from './pictures.ts';
import type { LiveCamera } from './use-live-camera.ts';

/** The picture of a camera, or the last one there was, with what there is to say about it. Never just a black box. */
export function LiveStage({ live, zoom }: { live: LiveCamera; zoom: Zoom }) {
  const { t, format } = useI18n();
  const { camera, container, snapshot, words, backdropUrl, away } = live;
  const isShown = snapshot.shown !== undefined;
  const isFaded = !isShown && (words.tone === 'bad' || !camera.enabled);
  return (
    <div className={classes.stage} data-faded={isFaded || undefined}>
      <div className={classes.zoomed} style={{ transform: zoomTransform(zoom) }}>
        {backdropUrl !== undefined && !isShown && (
          <img className={classes.layer} src={backdropUrl} alt={t('camera.pictureOf', { name: camera.name })} />
        )}
        <LastPicture cameraId={camera.id} isHidden={isShown || live.stillTakenAtMs !== undefined} />
        <div ref={container} className={classes.videos} data-live={snapshot.state.kind} />
      </div>
      {words.says !== undefined && !isShown && (
        <div className={classes.says} role="status">
          <IconPhotoOff size={26} aria-hidden />
          <span>{t(words.says)}</span>
          {away && <span className={classes.since}>{t('live.awaySince', { time: format.moment(away.since) })}</span>}
        </div>
      )}
      {words.says === undefined && words.isBusy && !isShown && backdropUrl === undefined && (
        <div className={classes.waits} aria-hidden>
          <Loader size="sm" color="tide.3" />
        </div>
      )}
    </div>
  );
}

/** What was seen last in this page: there in the same instant, whatever the network does. */
function LastPicture({ cameraId, isHidden }: { cameraId: string; isHidden: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Before the next paint: a picture that was lost is followed by its copy, never by a black instant.
  useLayoutEffect(() => {
    const [target, kept] = [canvas.current, pictures.find(cameraId)];
    if (isHidden || !target || !kept) return;
    target.width = kept.width;
    target.height = kept.height;
    target.getContext('2d')?.drawImage(kept, 0, 0);
  }, [cameraId, isHidden]);
  return <canvas ref={canvas} className={classes.layer} hidden={isHidden} width={0} height={0} aria-hidden />;
}
