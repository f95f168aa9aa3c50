import { createTimeLabels, createZone, type Playback, type Span, type TimelineLook } from '@holdfast/ui';
import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Camera } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { localeOf } from '../../i18n/language.ts';
import { Named } from '../../parts/named.tsx';
import parts from '../../parts/parts.module.css';
import classes from './playback.module.css';
import { PreviewCard } from './preview-card.tsx';
import { readPalette } from './read-palette.ts';
import type { Scrubber } from './scrubber.ts';
import { createTimelineDesk, type Pointing, type TimelineDesk } from './timeline-desk.ts';
import { useSliderText } from './use-slider-text.ts';

interface TimelineProps {
  playback: Playback;
  scrubber: Scrubber;
  cameras: readonly Camera[];
  activeId: string | undefined;
  range: Span | undefined;
  onDesk(desk: TimelineDesk | undefined): void;
  onPick(cameraId: string): void;
  onRange(range: Span | undefined): void;
}

export function Timeline({ playback, scrubber, cameras, activeId, range, onDesk, onPick, onRange }: TimelineProps) {
  const { t, language } = useI18n();
  const scheme = useComputedColorScheme('light');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [desk, setDesk] = useState<TimelineDesk>();
  const [pointing, setPointing] = useState<Pointing>();
  const [isAway, setAway] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const latest = useRef({ activeId, onPick, onRange, onDesk });
  latest.current = { activeId, onPick, onRange, onDesk };
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
    const made = createTimelineDesk({
      canvas: canvas.current,
      playback,
      scrubber,
      look: firstLook.current(canvas.current),
      isTouch: matchMedia('(pointer: coarse)').matches,
      activeId: () => latest.current.activeId,
      onPoint: setPointing,
      onPick: (id) => latest.current.onPick(id),
      onRange: (next) => latest.current.onRange(next),
      onAway: setAway,
      onComplete: setComplete,
    });
    setDesk(made);
    latest.current.onDesk(made);
    return () => {
      latest.current.onDesk(undefined);
      made.stop();
    };
  }, [playback, scrubber]);
  // The colours are read from the page, which the scheme has changed by then.
  useEffect(() => {
    if (canvas.current && scheme) desk?.view.setLook(lookOf(canvas.current));
  }, [desk, lookOf, scheme]);
  useEffect(() => desk?.setCameras(ids === '' ? [] : ids.split(',')), [desk, ids]);
  useEffect(() => desk?.view.setRange(range), [desk, range]);
  useSliderText(canvas, desk, playback, activeId);

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
        <PreviewCard pointing={pointing} scrubber={scrubber} cameras={cameras} />
        {isAway && <output className={classes.timelineAway}>{t('playback.timelineAway')}</output>}
      </div>
    </section>
  );
}
