import { useEffect, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import classes from './pane.module.css';

/** The moment the picture is of: now while it is live, else when it was taken. */
export function PaneClock({ takenAtMs }: { takenAtMs: number | undefined }) {
  const { format } = useI18n();
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (takenAtMs !== undefined) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [takenAtMs]);
  return <time className={classes.clock}>{format.clock(takenAtMs ?? nowMs)}</time>;
}
