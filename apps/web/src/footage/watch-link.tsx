import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/i18n.tsx';
import { IconPlayerPlay } from '../parts/icons/icons.ts';
import classes from './watch-link.module.css';

interface WatchLinkProps {
  /** Accessible name, for screen readers that read the link without its row. */
  name: string;
  cameraIds: readonly string[];
  at: string;
}

/** Link to playback at a moment. A plain link, because it is in every row of lists that are rendered again with each key. */
export function WatchLink({ name, cameraIds, at }: WatchLinkProps) {
  const t = useT();
  return (
    <Link
      to="/playback"
      search={{ cameras: cameraIds.join(','), at }}
      className={classes.link}
      aria-label={t('moment.watchNamed', { name: name.slice(0, 100) })}
    >
      <IconPlayerPlay size={16} aria-hidden />
      {t('moment.watch')}
    </Link>
  );
}
