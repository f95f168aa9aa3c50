import { type ReactNode, useEffect, useRef, useState } from 'react';
import { pictures } from '../../../live/backdrop/pictures.ts';
import classes from './panes.module.css';

/** The live picture at the pause, until its footage is available; without one, the children. */
export function HeldPicture({ cameraId, children }: { cameraId: string; children: ReactNode }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasPicture, setHasPicture] = useState(true);
  // The live player saves its last picture when it unmounts, which is before this effect.
  useEffect(() => {
    const [target, kept] = [canvas.current, pictures.find(cameraId)?.canvas];
    setHasPicture(kept !== undefined);
    if (!target || !kept) return;
    target.width = kept.width;
    target.height = kept.height;
    target.getContext('2d')?.drawImage(kept, 0, 0);
  }, [cameraId]);
  return (
    <>
      <canvas ref={canvas} className={classes.held} hidden={!hasPicture} aria-hidden />
      {!hasPicture && children}
    </>
  );
}
