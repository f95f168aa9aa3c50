import { useEffect, useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import classes from './pane.module.css';

const READ_EVERY_MS = 250;

/** Time of the displayed picture; stops when the picture freezes. */
export function PaneClock({ pictureMs }: { pictureMs: () => number | undefined }) {
  const { format } = useI18n();
  const [shownMs, setShownMs] = useState(pictureMs);
  useEffect(() => {
    const read = () => setShownMs(pictureMs());
    read();
    const timer = setInterval(read, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [pictureMs]);
  if (shownMs === undefined) return null;
  return (
    <time className={classes.clock} dateTime={new Date(shownMs).toISOString()}>
      {format.clock(shownMs)}
    </time>
  );
}
