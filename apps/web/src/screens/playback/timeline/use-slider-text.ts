import { type Playback, spanAt, type TimelineController } from '@holdfast/ui';
import { type RefObject, useEffect } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';

const UPDATE_EVERY_MS = 1_000;

/** Describes the position for screen readers; updated outside React, because it changes all the time. */
export function useSliderText(
  canvas: RefObject<HTMLCanvasElement | null>,
  timeline: TimelineController | undefined,
  playback: Playback,
  activeId: string | undefined,
): void {
  const { t, format } = useI18n();
  useEffect(() => {
    if (!timeline) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      timer = undefined;
      const element = canvas.current;
      if (!element) return;
      const atMs = playback.atMs();
      const { startMs, endMs } = timeline.view.scale();
      const lane = activeId === undefined ? undefined : timeline.laneOf(activeId);
      const gap = spanAt(lane?.gaps ?? [], atMs);
      const recorded = gap
        ? t(`gapReason.${gap.reason}`)
        : spanAt(lane?.runs ?? [], atMs)
          ? t('playback.recorded')
          : t('playback.nothingHere');
      const state = playback.view().isLive ? t('playback.live') : recorded;
      const seconds = (ms: number) => String(Math.round(ms / 1000));
      element.setAttribute('aria-valuemin', seconds(Math.min(startMs, atMs)));
      element.setAttribute('aria-valuemax', seconds(Math.max(endMs, atMs)));
      element.setAttribute('aria-valuenow', seconds(atMs));
      element.setAttribute('aria-valuetext', t('playback.position', { time: format.instant(atMs), state }));
      element.dataset.at = String(Math.round(atMs));
      element.dataset.from = String(Math.round(startMs));
      element.dataset.to = String(Math.round(endMs));
    };
    const soon = () => {
      timer ??= setTimeout(update, playback.view().isPlaying ? UPDATE_EVERY_MS : 60);
    };
    soon();
    const leave = [playback.onTick(soon), playback.subscribe(soon), timeline.onScale(soon)];
    return () => {
      clearTimeout(timer);
      for (const stop of leave) stop();
    };
  }, [canvas, timeline, playback, activeId, t, format]);
}
