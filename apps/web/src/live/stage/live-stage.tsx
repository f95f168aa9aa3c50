import { type KeptPicture, type Zoom, zoomTransform } from '@holdfast/ui';
import { Loader } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconPhotoOff } from '../../parts/icons/icons.ts';
import { isOldPicture } from '../camera/live-status-text.ts';
import type { LiveCamera } from '../camera/use-live-camera.ts';
import classes from './stage.module.css';

/** The live picture of a camera, or its last picture, dimmed, with the reason; never just a black box. */
export function LiveStage({ live, zoom, overlay }: { live: LiveCamera; zoom: Zoom; overlay?: ReactNode }) {
  const { t, format } = useI18n();
  const { camera, container, snapshot, status, backdrop, away } = live;
  const isShown = snapshot.shown !== undefined;
  const isOld = isOldPicture({
    state: snapshot.state,
    isShown,
    isEnabled: camera.enabled,
    isServerReachable: live.isServerReachable,
    tone: status.tone,
  });
  return (
    <div className={classes.stage} data-dimmed={isOld || undefined}>
      <div className={classes.zoomed} data-frame style={{ transform: zoomTransform(zoom) }}>
        {backdrop.kind === 'image' && !isShown && (
          <img className={classes.layer} src={backdrop.url} alt={t('camera.pictureOf', { name: camera.name })} />
        )}
        <LastPicture kept={backdrop.kind === 'kept' && !isShown ? backdrop : undefined} />
        <div ref={container} className={classes.videos} data-live={snapshot.state.kind} />
        {overlay}
      </div>
      {status.message !== undefined && !isShown && (
        <div className={classes.message} role="status">
          <IconPhotoOff size={26} aria-hidden />
          <span>{t(status.message)}</span>
          {away && <span className={classes.since}>{t('live.awaySince', { time: format.moment(away.since) })}</span>}
        </div>
      )}
      {status.message === undefined && status.isBusy && !isShown && backdrop.kind === 'none' && (
        <div className={classes.waits} aria-hidden>
          <Loader size="sm" color="tide.3" />
        </div>
      )}
    </div>
  );
}

/** The last live picture, kept in memory and drawn at once. */
function LastPicture({ kept }: { kept: KeptPicture | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = kept?.canvas;
  // Before the next paint, so that no black frame appears between the lost picture and its copy.
  useLayoutEffect(() => {
    const target = canvas.current;
    if (!target || !picture) return;
    target.width = picture.width;
    target.height = picture.height;
    target.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  return <canvas ref={canvas} className={classes.layer} hidden={!picture} width={0} height={0} aria-hidden />;
}
