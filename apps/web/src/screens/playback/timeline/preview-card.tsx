import { type Pointing, type Scrubber, spanAt } from '@holdfast/ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Camera } from '../../../api/queries.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Named } from '../../../parts/layout/named.tsx';
import classes from './timeline.module.css';

interface PreviewCardProps {
  pointing: Pointing | undefined;
  scrubber: Scrubber;
  cameras: readonly Camera[];
}

const WIDTH_PX = 224;
const MAX_MARKS = 3;

/** The preview above the timeline. It repeats information on the screen, so it is hidden from screen readers. */
export function PreviewCard({ pointing, scrubber, cameras }: PreviewCardProps) {
  const { t, format } = useI18n();
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [takenAtMs, setTakenAt] = useState<number>();
  const hasPicture = takenAtMs !== undefined;

  useLayoutEffect(() => {
    if (!pointing || !box.current) return;
    const room = box.current.parentElement?.getBoundingClientRect();
    // Above all controls around the timeline.
    const deckTopPx = box.current.closest('[data-deck]')?.getBoundingClientRect().top;
    if (!room || deckTopPx === undefined) return;
    const left = Math.min(Math.max(0, pointing.xPx - WIDTH_PX / 2), Math.max(0, room.width - WIDTH_PX));
    box.current.style.left = `${Math.round(room.left + left)}px`;
    box.current.style.bottom = `${Math.round(innerHeight - deckTopPx + 10)}px`;
  }, [pointing]);

  useEffect(() => {
    if (!pointing) return;
    const paint = () => {
      if (canvas.current) setTakenAt(scrubber.peek(pointing.cameraId, pointing.moment, canvas.current));
    };
    paint();
    return scrubber.onPicture(paint);
  }, [pointing, scrubber]);

  if (!pointing) return null;
  const { atMs, cameraId, lane, marks } = pointing;
  const gap = spanAt(lane?.gaps ?? [], atMs);
  const isRecorded = spanAt(lane?.runs ?? [], atMs) !== undefined;
  const camera = cameras.find(({ id }) => id === cameraId);
  return (
    <div
      ref={box}
      className={classes.preview}
      aria-hidden
      data-testid="preview"
      data-shows={isRecorded && hasPicture ? 'picture' : 'text'}
    >
      <div className={classes.previewStage}>
        <canvas ref={canvas} hidden={!isRecorded || !hasPicture} />
        {gap && <span>{t(`gapReason.${gap.reason}`)}</span>}
        {!gap && !isRecorded && <span>{t('playback.nothingHere')}</span>}
        {isRecorded && !hasPicture && <span>{t('playback.loadingPicture')}</span>}
      </div>
      <div className={classes.previewText}>
        <Named text={camera?.name ?? ''} />
        <time dateTime={new Date(isRecorded && hasPicture ? takenAtMs : atMs).toISOString()}>
          {format.clock(isRecorded && hasPicture ? takenAtMs : atMs)}
        </time>
      </div>
      {marks.slice(0, MAX_MARKS).map((mark) => (
        <div key={mark.id} className={classes.previewMark} data-kind={mark.kind}>
          {spanAt(mark.unknown ?? [], atMs) ? t('playback.openingUnknown', { name: mark.text }) : mark.text}
        </div>
      ))}
    </div>
  );
}
