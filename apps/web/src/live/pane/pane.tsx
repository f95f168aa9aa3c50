import { isZoomed } from '@holdfast/ui';
import { useIntersection } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { PaneBadges } from '../../badges/pane-badges.tsx';
import { playbackNow } from '../../footage/playback-link.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useFallbackNotice } from '../camera/use-fallback-notice.ts';
import { useLiveCamera } from '../camera/use-live-camera.ts';
import { useSound } from '../player/sound-store.ts';
import { LiveInfo } from '../stage/live-info.tsx';
import { LiveStage } from '../stage/live-stage.tsx';
import classes from './pane.module.css';
import { PaneBar, SOUND_BESIDE_NAME_PX } from './pane-bar.tsx';
import type { PaneActions } from './pane-menu.tsx';
import type { PaneProps } from './pane-props.ts';
import { saveSnapshot, snapshotName } from './snapshot.ts';
import { useZoom } from './use-zoom.ts';

/** Controls that handle their own clicks. */
const OWN_CLICKS = 'button:not([data-surface]), a, [role="slider"]';

/** One camera on the wall. */
export function Pane(props: PaneProps) {
  const { camera, isSolo, isAlone = false, isMoving, isHiddenBySolo, isFull, onSeen, onSolo, onAway } = props;
  const { t } = useI18n();
  const navigate = useNavigate();
  const picture = useRef<HTMLDivElement>(null);
  const { ref, entry } = useIntersection({ rootMargin: '80px' });
  const isSeen = entry?.isIntersecting === true && !isHiddenBySolo;
  const live = useLiveCamera({ camera, isSeen, isMoving, widthPx: props.widthPx });
  const zoom = useZoom(picture, { wheel: isSolo || isFull ? 'plain' : 'with-ctrl' });
  const [hasInfo, setInfo] = useState(false);
  const { isOn: isAudible, toggle: toggleSound } = useSound(camera.id);
  const { status, snapshot, player } = live;
  const isQuick = snapshot.transport === 'webrtc';
  const isSoundInMenu = snapshot.hasSound && !isAudible && props.widthPx < SOUND_BESIDE_NAME_PX;

  useFallbackNotice(camera, snapshot);
  useEffect(() => onSeen(camera.id, isSeen), [camera.id, isSeen, onSeen]);
  useEffect(() => onAway(camera.id, live.away !== undefined), [camera.id, live.away, onAway]);

  const actions: PaneActions = {
    saveSnapshot: () => {
      const video = player?.video();
      if (video) void saveSnapshot(video, snapshotName(camera.name, live.pictureMs() ?? Date.now()));
    },
    toggleFull: () => props.onFull(camera.id),
    toggleInfo: () => setInfo((before) => !before),
    toggleQuick: () => player?.setTransport(isQuick ? 'websocket' : 'webrtc'),
    unmute: isSoundInMenu ? toggleSound : undefined,
    isFull,
    hasInfo,
    isQuick,
  };
  const keys: Record<string, () => void> = {
    m: toggleSound,
    f: actions.toggleFull,
    s: actions.saveSnapshot,
    i: actions.toggleInfo,
    p: () => void navigate(playbackNow(camera.id, Date.now())),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTaken = (!event.shiftKey && zoom.onKey(event.key)) || props.onArrow(camera.id, event.key, event.shiftKey);
    const act = isTaken ? undefined : keys[event.key];
    act?.();
    if (isTaken || act) event.preventDefault();
  };

  return (
    <section
      ref={ref}
      className={classes.pane}
      aria-label={t('live.pane', { name: camera.name.slice(0, 100), state: t(status.chip) })}
      data-pane={camera.id}
      data-solo={isSolo || undefined}
      data-behind={isHiddenBySolo || undefined}
      data-dragged={props.isDragged || undefined}
      data-zoomed={isZoomed(zoom.zoom) || undefined}
      data-state={snapshot.state.kind}
      data-tone={status.tone}
      data-stream={snapshot.shown?.stream}
      onDoubleClick={(event) => {
        if ((event.target as Element).closest(OWN_CLICKS)) return;
        if (isSolo || isAlone) zoom.toggleAt(event);
        else onSolo(camera.id);
      }}
    >
      <div ref={picture} className={classes.picture}>
        <LiveStage live={live} zoom={zoom.zoom} overlay={<PaneBadges cameraId={camera.id} zoom={zoom.zoom.scale} />} />
        <button
          type="button"
          className={classes.surface}
          data-surface={camera.id}
          aria-label={isSolo ? t('live.back') : t('live.openOne', { name: camera.name.slice(0, 100) })}
          onKeyDown={onKeyDown}
          onClick={({ detail }) => {
            // Keyboard only: a pointer opens with a double click, because a single click can start a drag.
            if (detail === 0) onSolo(isSolo ? undefined : camera.id);
          }}
        />
        <div className={classes.corner}>{isZoomed(zoom.zoom) && <ZoomChip scale={zoom.zoom.scale} />}</div>
        {hasInfo && <LiveInfo live={live} />}
      </div>
      <PaneBar pane={props} live={live} actions={actions} zoom={zoom} />
    </section>
  );
}

function ZoomChip({ scale }: { scale: number }) {
  const { t } = useI18n();
  return <span className={classes.zoomChip}>{t('live.zoomed', { factor: Math.round(scale * 10) / 10 })}</span>;
}
