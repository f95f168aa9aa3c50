import { useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { IconPhotoOff } from '../parts/icons/icons.ts';
import parts from '../parts/parts.module.css';
import classes from './plates.module.css';

interface CropPictureProps {
  /** Path of the picture; null if there is none. */
  path: string | null;
  plate: string;
}

/** The picture of a plate, loaded when it scrolls into view. */
export function CropPicture({ path, plate }: CropPictureProps) {
  const t = useT();
  const [failed, setFailed] = useState<string>();
  if (path === null || failed === path)
    return (
      <span className={classes.crop}>
        <IconPhotoOff size={20} aria-hidden />
        <span className={parts.srOnly}>{t('sighting.noCrop')}</span>
      </span>
    );
  return (
    <span className={classes.crop}>
      <img src={path} alt={t('sighting.cropOf', { plate })} loading="lazy" onError={() => setFailed(path)} />
    </span>
  );
}

export const cropPath = ({ id, has_crop }: { id: string; has_crop: boolean }): string | null =>
  has_crop ? `/plates/${id}/crop` : null;
