import { useEffect, useRef, useState } from 'react';
import { codecName } from '../../cameras/codec-name.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import type { LiveCamera } from '../camera/use-live-camera.ts';
import classes from './stage.module.css';

interface Figures {
  size: string;
  fps: number;
  bitsPerSecond: number;
  lagMs: number | undefined;
  droppedFrames: number;
}

const EVERY_MS = 1_000;

/** Technical details of the displayed stream. */
export function LiveInfo({ live }: { live: LiveCamera }) {
  const { t, format } = useI18n();
  const figures = useFigures(live);
  const { shown } = live.snapshot;
  if (!shown) return null;
  return (
    <dl className={classes.info}>
      <dt>{t('live.codec')}</dt>
      <dd>
        {codecName(shown.mimeType)} · {t(`stream.${shown.stream}`)}
        {shown.transcode && ` · ${t('live.transcoded')}`}
      </dd>
      {figures && (
        <>
          <dt>{t('live.size')}</dt>
          <dd>{figures.size}</dd>
          <dt>{t('live.rate')}</dt>
          <dd>{format.number(Math.round(figures.fps))}</dd>
          <dt>{t('live.bitrate')}</dt>
          <dd>{format.bitrate(figures.bitsPerSecond)}</dd>
          {figures.lagMs !== undefined && (
            <>
              <dt>{t('live.lag')}</dt>
              <dd>{t('live.seconds', { seconds: format.number(Math.round(figures.lagMs / 100) / 10) })}</dd>
            </>
          )}
          <dt>{t('live.dropped')}</dt>
          <dd>{format.number(figures.droppedFrames)}</dd>
        </>
      )}
    </dl>
  );
}

function useFigures({ player }: LiveCamera): Figures | undefined {
  const [figures, setFigures] = useState<Figures>();
  const before = useRef<{ atMs: number; frames: number; bytes: number }>(undefined);
  useEffect(() => {
    const measure = () => {
      const [stats, video] = [player?.stats(), player?.video()];
      if (!stats || !video) return setFigures(undefined);
      const now = { atMs: performance.now(), frames: stats.frames, bytes: stats.receivedBytes };
      const since = before.current;
      before.current = now;
      // A new connection counts from zero.
      if (!since || now.bytes < since.bytes) return;
      const seconds = Math.max(0.1, (now.atMs - since.atMs) / 1000);
      setFigures({
        size: `${video.videoWidth}×${video.videoHeight}`,
        fps: Math.max(0, now.frames - since.frames) / seconds,
        bitsPerSecond: ((now.bytes - since.bytes) * 8) / seconds,
        lagMs: stats.lagMs,
        droppedFrames: stats.droppedFrames,
      });
    };
    measure();
    const timer = setInterval(measure, EVERY_MS);
    return () => clearInterval(timer);
  }, [player]);
  return figures;
}
