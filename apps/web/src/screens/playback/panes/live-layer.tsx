import { UNZOOMED } from '@holdfast/ui';
import { useElementSize, useIntersection, useMergedRef } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Camera } from '../../../api/queries.ts';
import { PaneBadges } from '../../../badges/pane-badges.tsx';
import { useT } from '../../../i18n/i18n.tsx';
import { useLiveCamera } from '../../../live/camera/use-live-camera.ts';
import { setAudibleCamera } from '../../../live/player/sound-store.ts';
import { LiveStage } from '../../../live/stage/live-stage.tsx';
import { StateChip } from '../../../parts/layout/state-chip.tsx';
import classes from './panes.module.css';

/** Live video in place of the recording. */
export function LiveLayer({ camera, hasSound }: { camera: Camera; hasSound: boolean }) {
  const t = useT();
  const { ref: size, width } = useElementSize<HTMLDivElement>();
  const { ref: sight, entry } = useIntersection<HTMLDivElement>({ rootMargin: '80px' });
  const layer = useMergedRef(size, sight);
  const isSeen = entry?.isIntersecting === true;
  const live = useLiveCamera({ camera, isSeen, isMoving: true, widthPx: width });
  useEffect(() => {
    if (!hasSound) return;
    setAudibleCamera(camera.id);
    return () => setAudibleCamera(undefined);
  }, [camera.id, hasSound]);
  return (
    <div ref={layer} className={classes.live} data-state={live.snapshot.state.kind}>
      <LiveStage live={live} zoom={UNZOOMED} overlay={<PaneBadges cameraId={camera.id} zoom={1} />} />
      <span className={classes.liveState}>
        <StateChip tone={live.status.tone}>{t(live.status.chip)}</StateChip>
      </span>
    </div>
  );
}
