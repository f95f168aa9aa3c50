import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { WatchLink } from '../footage/watch-link.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { Named } from '../parts/layout/named.tsx';
import parts from '../parts/parts.module.css';
import { CropPicture, cropPath } from './crop-picture.tsx';
import { engineName } from './engine-name.ts';
import type { PlateRead } from './plate-queries.ts';
import { PlateText } from './plate-text.tsx';
import classes from './plates.module.css';
import { WatchChip } from './watch-chip.tsx';

interface ReadRowProps {
  read: PlateRead;
  /** The name of the camera. */
  camera: string;
  canPlay: boolean;
  /** In a list about one plate. */
  withoutPlate: boolean;
}

/** One read in a list; opens its sighting. Lists are long, and drawn again with every key of a search. */
export const ReadRow = memo(function ReadRow({ read, camera, canPlay, withoutPlate }: ReadRowProps) {
  const { t, format } = useI18n();
  return (
    <li className={`${parts.row} ${classes.read}`} data-read={read.id}>
      <Link
        to="/plates/sightings/$readId"
        params={{ readId: read.id }}
        className={classes.readLink}
        aria-label={t('sighting.open', { plate: read.plate, time: format.exact(read.ts) })}
      >
        <CropPicture path={cropPath(read)} plate={read.plate} />
      </Link>
      <div className={parts.rowMain}>
        <div className={classes.readHead}>
          {!withoutPlate && (
            <Link to="/plates/dossier/$plate" params={{ plate: read.plate }} className={classes.plateLink}>
              <PlateText plate={read.plate} />
            </Link>
          )}
          {read.watch && <WatchChip watch={read.watch} />}
          {read.distance !== undefined && read.distance > 0 && (
            <span className={classes.quiet}>{t('plateSearch.distance', { count: read.distance })}</span>
          )}
        </div>
        <div className={parts.rowSub}>
          <time dateTime={read.ts}>{format.exact(read.ts)}</time>
          <Named text={camera} inline />
          <span>{engineName(read.source_id, t)}</span>
          {read.confidence !== null && (
            <span>{t('sighting.confidenceNow', { share: format.percent(read.confidence) })}</span>
          )}
        </div>
      </div>
      {canPlay && <WatchLink name={`${read.plate}, ${camera}`} cameraIds={[read.camera_id]} at={read.ts} />}
    </li>
  );
});
