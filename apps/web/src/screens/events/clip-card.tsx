import { type MouseEvent, memo, useRef, useState } from 'react';
import type { Clip } from '../../api/queries.ts';
import { ClipPicture } from '../../clips/clip-picture.tsx';
import { clipTitle, confidenceOf } from '../../clips/clip-words.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconEye, IconPlayerPause, IconPlayerPlay } from '../../parts/icons/icons.ts';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import own from './events.module.css';

interface ClipCardProps {
  clip: Clip;
  /** The first of its row. */
  startsRow: boolean;
  isRemoved: boolean;
  /** The user prefers pictures that do not move by themselves. */
  isStill: boolean;
  onMark(ids: readonly string[], viewed: boolean): void;
  onOpen(id: string): void;
}

/** A pointer that only passes over the card starts no preview. */
const REST_MS = 250;

/**
 * A clip in the feed: its picture moves under the pointer, with the focus, or after a tap on its button. Plain elements, because a
 * flick shows dozens of cards within a few frames.
 */
export const ClipCard = memo(function ClipCard({ clip, startsRow, isRemoved, isStill, onMark, onOpen }: ClipCardProps) {
  const { t, format } = useI18n();
  const [isPointed, setPointed] = useState(false);
  const [isTapped, setTapped] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const point = (isThere: boolean) => {
    clearTimeout(timer.current);
    if (isThere && !isStill) timer.current = setTimeout(() => setPointed(true), REST_MS);
    else setPointed(false);
  };
  const open = (event: MouseEvent) => {
    // With a modifier key, the browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(clip.id);
  };
  const title = clipTitle(clip, t);
  const score = confidenceOf(clip);
  const time = format.clock(Date.parse(clip.start_ts));
  const name = { title: title.slice(0, 100), camera: clip.camera_name.slice(0, 100), time };
  return (
    <article
      className={own.card}
      data-clip={clip.id}
      data-row={clip.id}
      data-starts-row={startsRow || undefined}
      data-unseen={!clip.viewed || undefined}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && point(true)}
      onPointerLeave={() => point(false)}
      onFocus={() => point(true)}
      onBlur={() => point(false)}
    >
      <div className={own.picture}>
        <ClipPicture clip={clip} isMoving={isPointed || isTapped} />
        {clip.ongoing && (
          <span className={own.ongoing}>
            <StateChip tone="warn">{t('clip.ongoing')}</StateChip>
          </span>
        )}
      </div>
      <div className={own.caption}>
        <a
          href={`/ui/events?clip=${clip.id}`}
          className={own.cardLink}
          onClick={open}
          aria-label={t('clip.open', name)}
        >
          <Named text={title} />
        </a>
        <div className={own.cardSub}>
          <Named text={clip.camera_name} inline />
          {isRemoved && <span>{t('clip.removedCamera')}</span>}
        </div>
        <div className={own.cardSub}>
          <time dateTime={clip.start_ts}>{time}</time>
          {score !== null && <span className={own.score}>{format.percent(score)}</span>}
          {!clip.viewed && (
            <span className={own.unread}>
              <span className={own.dot} aria-hidden /> {t('clip.new')}
            </span>
          )}
        </div>
      </div>
      <div className={own.cardTools}>
        {clip.has_footage && (
          <button
            type="button"
            className={`${own.tool} ${own.tapToPlay}`}
            aria-pressed={isTapped}
            aria-label={t(isTapped ? 'clip.stopPreview' : 'clip.preview', name)}
            onClick={() => setTapped(!isTapped)}
          >
            {isTapped ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
          </button>
        )}
        <button
          type="button"
          className={own.tool}
          data-viewed={clip.viewed}
          aria-label={t(clip.viewed ? 'clip.markUnseen' : 'clip.markSeen', name)}
          title={t(clip.viewed ? 'clip.unseen' : 'clip.seen')}
          onClick={() => onMark([clip.id], !clip.viewed)}
        >
          <IconEye size={18} />
        </button>
      </div>
    </article>
  );
});
