import type { AreaBox, PaneFault, PaneView, PlaybackController, PlaybackView } from '@holdfast/ui';
import { ActionIcon, Loader, Tooltip } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Camera } from '../../../api/queries.ts';
import { useCameraBadges } from '../../../badges/use-camera-badges.ts';
import { useI18n, useT } from '../../../i18n/i18n.tsx';
import {
  IconAlertTriangle,
  IconMaximize,
  IconMinimize,
  IconPhotoOff,
  IconPlugConnectedX,
  IconX,
} from '../../../parts/icons/icons.ts';
import { Named } from '../../../parts/layout/named.tsx';
import { AreaLayer } from '../area/area-layer.tsx';
import { GapNote } from './gap-note.tsx';
import { HeldPicture } from './held-picture.tsx';
import { HistoryBadges, LiveLayer } from './later-layers.ts';
import classes from './panes.module.css';

interface PaneProps {
  camera: Camera;
  /** Neither an existing camera nor a removed one with footage. */
  isGone: boolean;
  controller: PlaybackController;
  view: PlaybackView;
  isActive: boolean;
  isSolo: boolean;
  isAlone: boolean;
  hasSound: boolean;
  /** Set while an area of this picture is drawn. */
  area: { box: AreaBox; onBox(box: AreaBox): void; onDone(box: AreaBox): void } | undefined;
  onPick(): void;
  onSolo(): void;
  onRemove(): void;
}

/** One camera: its picture, or the reason why there is none. */
export function Pane({
  camera,
  isGone,
  controller,
  view,
  isActive,
  isSolo,
  isAlone,
  hasSound,
  area,
  onPick,
  onSolo,
  onRemove,
}: PaneProps) {
  const { t, format } = useI18n();
  const { playback, scrubber } = controller;
  const [previewMs, setPreviewMs] = useState<number>();
  const video = useRef<HTMLVideoElement>(null);
  const cover = useRef<HTMLCanvasElement>(null);
  useEffect(() => (video.current ? playback.attach(camera.id, video.current) : undefined), [playback, camera.id]);
  useEffect(() => {
    if (!cover.current) return;
    return scrubber.cover(camera.id, { canvas: cover.current, onPicture: setPreviewMs });
  }, [scrubber, camera.id]);
  useEffect(() => {
    if (video.current) video.current.muted = !hasSound;
  }, [hasSound]);
  const badges = useCameraBadges(camera.id);
  const name = camera.name.slice(0, 100);
  const own: PaneView = view.panes[camera.id] ?? { kind: 'loading' };
  const kind = kindOf(view, own);
  return (
    <li
      className={classes.pane}
      data-active={isActive || undefined}
      data-kind={kind}
      data-camera={camera.id}
      data-frame
    >
      <video
        ref={video}
        className={classes.video}
        playsInline
        muted
        disablePictureInPicture
        aria-label={t('playback.pictureOf', { name })}
      />
      {kind === 'live' && (
        <Suspense>
          <LiveLayer camera={camera} hasSound={hasSound} />
        </Suspense>
      )}
      <canvas ref={cover} className={classes.cover} data-shows="off" data-testid="cover" />
      {badges.length > 0 && (kind === 'playing' || kind === 'loading' || kind === 'held') && (
        <div className={classes.badges}>
          <Suspense>
            <HistoryBadges cameraId={camera.id} links={badges} playback={playback} previewMs={previewMs} />
          </Suspense>
        </div>
      )}
      {previewMs !== undefined && (
        <time className={classes.previewTime} dateTime={new Date(previewMs).toISOString()}>
          {format.clock(previewMs)}
        </time>
      )}
      <button type="button" className={classes.pick} onClick={onPick} onDoubleClick={onSolo} aria-pressed={isActive}>
        <span className={classes.paneName}>
          <Named text={camera.name} />
        </span>
      </button>
      {area && <AreaLayer video={video} {...area} />}
      <div className={classes.message}>
        {kind === 'loading' && <Loader size="sm" color="gray.4" aria-label={t('playback.waiting')} role="status" />}
        {kind === 'gap' && (isGone ? <Fault fault="gone" /> : <GapNote playback={playback} cameraId={camera.id} />)}
        {kind === 'held' && (
          <HeldPicture cameraId={camera.id}>
            <GapNote playback={playback} cameraId={camera.id} />
          </HeldPicture>
        )}
        {kind === 'fault' && own.kind === 'fault' && <Fault fault={own.fault} />}
      </div>
      {kind === 'playing' && own.kind === 'playing' && own.isTranscoded && (
        <Tooltip label={t('playback.convertedHint')}>
          <span className={classes.converted}>{t('playback.converted')}</span>
        </Tooltip>
      )}
      <PaneTools name={name} isSolo={isSolo} isAlone={isAlone} onSolo={onSolo} onRemove={onRemove} />
    </li>
  );
}

interface PaneToolsProps extends Pick<PaneProps, 'isSolo' | 'isAlone' | 'onSolo' | 'onRemove'> {
  name: string;
}

function PaneTools({ name, isSolo, isAlone, onSolo, onRemove }: PaneToolsProps) {
  const t = useT();
  return (
    <div className={classes.paneTools}>
      {!isAlone && (
        <ActionIcon
          variant="transparent"
          c="white"
          size={32}
          onClick={onSolo}
          aria-label={isSolo ? t('playback.shrink') : t('playback.enlarge', { name })}
        >
          {isSolo ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
        </ActionIcon>
      )}
      <ActionIcon
        variant="transparent"
        c="white"
        size={32}
        onClick={onRemove}
        aria-label={t('playback.removeCamera', { name })}
      >
        <IconX size={18} />
      </ActionIcon>
    </div>
  );
}

/** Live has priority over the recording, and so has the paused live picture until its footage is available. */
function kindOf({ isLive, isPausedFromLive }: PlaybackView, own: PaneView): PaneView['kind'] | 'live' | 'held' {
  if (isLive) return 'live';
  return isPausedFromLive && (own.kind === 'gap' || own.kind === 'loading') ? 'held' : own.kind;
}

function Fault({ fault }: { fault: PaneFault }) {
  const t = useT();
  const looks: Record<PaneFault, { icon: ReactNode; text: string }> = {
    gone: { icon: <IconPhotoOff size={26} aria-hidden />, text: t('playback.gone') },
    away: { icon: <IconPlugConnectedX size={26} aria-hidden />, text: t('playback.away') },
    unreadable: { icon: <IconPhotoOff size={26} aria-hidden />, text: t('playback.unreadable') },
    'cannot-play': { icon: <IconAlertTriangle size={26} aria-hidden />, text: t('playback.cannotPlay') },
  };
  return (
    <div className={classes.note} role="status">
      {looks[fault].icon}
      <span>{looks[fault].text}</span>
    </div>
  );
}
