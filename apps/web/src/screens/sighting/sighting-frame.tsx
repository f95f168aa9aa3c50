import { useI18n } from '../../i18n/i18n.tsx';
import { IconPhotoOff } from '../../parts/icons/icons.ts';
import parts from '../../parts/parts.module.css';
import { useBlobUrl } from '../../parts/pictures/use-blob-url.ts';
import { problemText } from '../../parts/problems/problem-text.ts';
import { boxInFrame } from '../../plates/box-in-frame.ts';
import type { PlateRead } from '../../plates/plate-queries.ts';
import { useFrame } from '../../plates/use-frame.ts';
import classes from './sighting.module.css';

interface SightingFrameProps {
  read: PlateRead;
  cameraName: string;
  mayPlay: boolean;
}

/** The whole picture of the moment with the plate marked. */
export function SightingFrame({ read, cameraName, mayPlay }: SightingFrameProps) {
  const { t, format } = useI18n();
  const frame = useFrame(read.camera_id, read.ts, mayPlay);
  const url = useBlobUrl(frame.data);
  if (url === undefined)
    return (
      <div className={parts.stage}>
        {(frame.isError || !mayPlay) && (
          <span className={parts.stageMessage}>
            <IconPhotoOff size={26} aria-hidden />
            {frame.isError ? problemText(frame.error, t).title : t('sighting.noFrame')}
          </span>
        )}
      </div>
    );
  const box = boxInFrame(read);
  const [x = 0, y = 0, width = 0, height = 0] = box ?? [];
  return (
    <div className={classes.frame}>
      <img src={url} alt={t('moment.pictureOf', { camera: cameraName, time: format.moment(read.ts) })} />
      {box && (
        <span
          className={classes.box}
          aria-hidden
          style={{
            left: `${x * 100}%`,
            top: `${y * 100}%`,
            width: `${width * 100}%`,
            height: `${height * 100}%`,
          }}
        />
      )}
    </div>
  );
}
