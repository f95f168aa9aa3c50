import {
  createTimeLabels,
  createZone,
  type PlaybackController,
  type Pointing,
  type TimelineController,
  type TimelineLook,
} from '@holdfast/ui';
import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Camera } from '../../../api/queries.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { localeOf } from '../../../i18n/language.ts';
import { Named } from '../../../parts/layout/named.tsx';
import parts from '../../../parts/parts.module.css';
import { PreviewCard } from './preview-card.tsx';
import { readPalette } from './read-palette.ts';
import classes from './timeline.module.css';
import { useSliderText } from './use-slider-text.ts';

interface TimelineProps {
  controller: PlaybackController;
  cameras: readonly Camera[];
  activeId: string | undefined;
  onPick(cameraId: string): void;
}

export function Timeline({ controller, cameras, activeId, onPick }: TimelineProps) {
  const { t, language } = useI18n();
  const scheme = useComputedColorScheme('light');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [timeline, setTimeline] = useState<TimelineController>();
  const [pointing, setPointing] = useState<Pointing>();
  const [isAway, setAway] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const latest = useRef({ activeId, onPick });
  latest.current = { activeId, onPick };
  const ids = cameras.map(({ id }) => id).join();

  const lookOf = useCallback(
    (element: HTMLElement): TimelineLook => {
      const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      return {
        palette: readPalette(element),
        labels: createTimeLabels(localeOf(language, navigator.languages), timeZone),
        zone: createZone(timeZone),
        reasonText: (reason) => t(`gapReason.${reason}`),
      };
    },
    [language, t],
  );
  const firstLook = useRef(lookOf);

  useEffect(() => {
    if (!canvas.current) return;
    const opened = controller.openTimeline({
      canvas: canvas.current,
      look: firstLook.current(canvas.current),
      isTouch: matchMedia('(pointer: coarse)').matches,
      activeId: () => latest.current.activeId,
      onPoint: setPointing,
      onPick: (id) => latest.current.onPick(id),
      onAway: setAway,
      onComplete: setComplete,
    });
    setTimeline(opened);
    return opened.stop;
  }, [controller]);
  // The page has the new colour scheme when effects run.
  useEffect(() => {
    if (canvas.current && scheme) timeline?.view.setLook(lookOf(canvas.current));
  }, [timeline, lookOf, scheme]);
  useEffect(() => timeline?.setCameras(ids === '' ? [] : ids.split(',')), [timeline, ids]);
  useSliderText(canvas, timeline, controller.playback, activeId);

  return (
    <section
      className={classes.timeline}
      aria-label={t('playback.timeline')}
      data-waiting={isComplete ? undefined : true}
    >
      <ol className={classes.laneNames} aria-hidden>
        {cameras.map(({ id, name }) => (
          <li key={id} data-active={id === activeId || undefined}>
            <Named text={name} />
          </li>
        ))}
      </ol>
      <div className={classes.canvasBox}>
        <canvas
          ref={canvas}
          className={classes.canvas}
          data-testid="timeline"
          tabIndex={0}
          role="slider"
          aria-label={t('playback.timeline')}
          aria-describedby="timeline-hint"
          aria-valuenow={0}
        />
        <span id="timeline-hint" className={parts.srOnly}>
          {t('playback.timelineHint')}
        </span>
        <PreviewCard pointing={pointing} scrubber={controller.scrubber} cameras={cameras} />
        {isAway && <output className={classes.timelineAway}>{t('playback.timelineAway')}</output>}
      </div>
    </section>
  );
}
