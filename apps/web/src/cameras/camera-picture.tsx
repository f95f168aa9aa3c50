import { Loader } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useRef } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { IconPhotoOff } from '../parts/icons/icons.ts';
import { StateChip } from '../parts/layout/state-chip.tsx';
import classes from '../parts/parts.module.css';
import { useStill } from '../parts/pictures/use-still.ts';
import { problemText } from '../parts/problems/problem-text.ts';
import own from './camera-picture.module.css';

interface CameraPictureProps {
  camera: { id: string; name: string; enabled: boolean };
  width: number;
  everyMs: number;
}

/** The camera's picture with its state: online, offline with the reason, or turned off. */
export function CameraPicture({ camera, width, everyMs }: CameraPictureProps) {
  const { t, format } = useI18n();
  const root = useRef<HTMLElement>(null);
  const { ref, entry } = useIntersection({ root: root.current, rootMargin: '120px' });
  const isSeen = entry?.isIntersecting === true;
  const { url, takenAtMs, query } = useStill({
    cameraId: camera.id,
    width,
    isWanted: camera.enabled && isSeen,
    everyMs,
  });
  const isAway = query.isError;
  return (
    <div>
      <div className={classes.stage} ref={ref}>
        {url !== undefined && camera.enabled && (
          <img
            src={url}
            alt={t('camera.pictureOf', { name: camera.name })}
            className={isAway ? own.faded : undefined}
          />
        )}
        {!camera.enabled && (
          <div className={classes.stageMessage}>
            <IconPhotoOff size={30} aria-hidden />
            {t('camera.isOff')}
          </div>
        )}
        {camera.enabled && url === undefined && !isAway && (
          <div className={classes.stageMessage} role="status">
            <Loader size="sm" color="tide.3" aria-hidden />
            {t('camera.fetching')}
          </div>
        )}
        {camera.enabled && isAway && (
          <div className={`${classes.stageMessage} ${url === undefined ? '' : own.overPicture}`}>
            <IconPhotoOff size={30} aria-hidden />
            {problemText(query.error, t).detail ?? problemText(query.error, t).title}
          </div>
        )}
      </div>
      {/* Cameras burn their clock into any corner of the picture: ours stands below it. */}
      <div className={own.state}>
        <StateChip tone={!camera.enabled ? 'idle' : isAway ? 'bad' : url === undefined ? 'idle' : 'good'}>
          {!camera.enabled
            ? t('camera.stateOff')
            : isAway
              ? t('camera.stateAway')
              : url === undefined
                ? t('camera.stateAsking')
                : t('camera.stateHere', { time: format.clock(takenAtMs) })}
        </StateChip>
      </div>
    </div>
  );
}
