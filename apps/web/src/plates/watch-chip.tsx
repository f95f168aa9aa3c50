import type { CSSProperties } from 'react';
import { useT } from '../i18n/i18n.tsx';
import type { PlateRead } from './plate-queries.ts';
import classes from './plates.module.css';

/** The entry of the watch list that a plate matches, in the colour of the entry. */
export function WatchChip({ watch }: { watch: NonNullable<PlateRead['watch']> }) {
  const t = useT();
  const style = watch.color === null ? {} : ({ '--watch': watch.color } as CSSProperties);
  return (
    <span className={classes.watch} style={style}>
      <bdi>{watch.label ?? t('sighting.watched')}</bdi>
      {watch.distance > 0 && <span>{t('sighting.near', { plate: watch.plate })}</span>}
    </span>
  );
}
