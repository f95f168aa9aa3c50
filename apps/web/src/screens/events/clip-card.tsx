import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { memo, useRef, useState } from 'react';
import type { Clip } from '../../api/queries.ts';
import { ClipPicture } from '../../clips/clip-picture.tsx';
import { clipTitle, confidenceOf } from '../../clips/clip-words.ts';
import { useIsRemoved } from '../../clips/use-is-removed.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconEye, IconPlayerPause, IconPlayerPlay } from '../../parts/icons.ts';
import { Named } from '../../parts/named.tsx';
import parts from '../../parts/parts.module.css';
import { StateChip } from '../../parts/state-chip.tsx';
import own from './events.module.css';

interface ClipCardProps {
  clip: Clip;
  onMark(ids: readonly string[], viewed: boolean): void;
}

/** A pointer that only passes by starts nothing. */
const REST_MS = 250;

/** A clip in the feed: its picture moves under the pointer, with the focus, or after a tap on its button. */
export const ClipCard = memo(function ClipCard({ clip, onMark }: ClipCardProps) {
  const { t, format } = useI18n();
  const isStill = useReducedMotion();
  const isRemoved = useIsRemoved(clip.camera_id);
  const [isPointed, setPointed] = useState(false);
  const [isTapped, setTapped] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const point = (isThere: boolean) => {
    clearTimeout(timer.current);
    if (isThere && !isStill) timer.current = setTimeout(() => setPointed(true), REST_MS);
    else setPointed(false);
  };
  const title = clipTitle(clip, t);
  const score = confidenceOf(clip);
  const time = format.clock(Date.parse(clip.start_ts));
  const name = { title: title.slice(0, 100), camera: clip.camera_name.slice(0, 100), time };
  return (
    <article
      className={own.card}
      data-clip={clip.id}
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
        <Link
          from="/events"
          search={(before) => ({ ...before, clip: clip.id })}
          className={own.cardLink}
          resetScroll={false}
          preload={false}
          aria-label={t('clip.open', name)}
        >
          <Named text={title} />
        </Link>
        <div className={own.cardSub}>
          <Named text={clip.camera_name} inline />
          {isRemoved && <span>{t('clip.removedCamera')}</span>}
        </div>
        <div className={own.cardSub}>
          <time dateTime={clip.start_ts}>{time}</time>
          {score !== null && <span>{format.percent(score)}</span>}
          {!clip.viewed && (
            <span className={own.unread}>
              <span className={own.dot} aria-hidden /> {t('clip.new')}
            </span>
          )}
        </div>
      </div>
      <div className={own.cardTools}>
        {clip.has_footage && (
          <ActionIcon
            variant="transparent"
            color="gray"
            size={36}
            className={own.tapToPlay}
            aria-pressed={isTapped}
            aria-label={t(isTapped ? 'clip.stopPreview' : 'clip.preview', name)}
            onClick={() => setTapped(!isTapped)}
          >
            {isTapped ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
          </ActionIcon>
        )}
        <ActionIcon
          variant="transparent"
          color="gray"
          size={36}
          data-viewed={clip.viewed}
          aria-label={t(clip.viewed ? 'clip.markUnseen' : 'clip.markSeen', name)}
          title={t(clip.viewed ? 'clip.unseen' : 'clip.seen')}
          onClick={() => onMark([clip.id], !clip.viewed)}
        >
          <IconEye size={18} />
        </ActionIcon>
      </div>
      {clip.ongoing && <span className={parts.srOnly}>{t('clip.ongoing')}</span>}
    </article>
  );
});
