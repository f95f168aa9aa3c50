import type { ScrubMoment } from '../preview/preview-wishes.ts';
import type { Scrubber } from '../preview/scrubber.ts';
import { centerOn, contains, msPerPx, spanOf } from '../timeline/time-scale.ts';
import type { TimelineView } from '../timeline/timeline-view.ts';
import type { Playback } from './playback.ts';
import type { TimelineData } from './timeline-data.ts';

interface SeeksOptions {
  view: TimelineView;
  data: TimelineData;
  playback: Playback;
  scrubber: Scrubber;
  /** The moment being scrubbed to; undefined when the scrub ends. */
  onScrub(atMs: number | undefined): void;
}

/** Seeks and scrubs, with previews over the panes until the players show their pictures. */
export interface TimelineSeeks {
  seek(atMs: number): void;
  scrub(atMs: number): void;
  endScrub(atMs: number): void;
  isScrubbing(): boolean;
  /** Scrolls a moment into view without seeking. */
  reveal(atMs: number): void;
  momentAt(atMs: number): ScrubMoment;
  stop(): void;
}

/** Zoomed in this far, exact pictures matter more than speed: the players themselves follow the pointer. */
const FINE_SPAN_MS = 150_000;
const MAX_COVER_MS = 6_000;

export function createTimelineSeeks({ view, data, playback, scrubber, onScrub }: SeeksOptions): TimelineSeeks {
  /** Set while the playhead is dragged. */
  let scrub: { resumes: boolean } | undefined;
  let frame = 0;

  const momentAt = (atMs: number): ScrubMoment => ({
    atMs,
    msPerPx: msPerPx(view.scale()),
    laneOf: (cameraId) => view.lanes()[data.cameraIds().indexOf(cameraId)],
  });
  const reveal = (atMs: number) => {
    if (!contains(view.scale(), atMs)) view.setScale(centerOn(view.scale(), atMs), { glide: true });
  };
  const uncoverWhenSettled = () => {
    cancelAnimationFrame(frame);
    const sinceMs = performance.now();
    const look = () => {
      if (scrub) return;
      if (playback.isSettled() || performance.now() - sinceMs > MAX_COVER_MS) return scrubber.uncover();
      frame = requestAnimationFrame(look);
    };
    // The players start to seek in the next frame.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(look);
    });
  };

  return {
    seek: (atMs) => {
      scrubber.show(data.cameraIds(), momentAt(atMs));
      playback.seek(atMs);
      reveal(atMs);
      uncoverWhenSettled();
    },
    scrub: (atMs) => {
      if (!scrub) {
        scrub = { resumes: playback.view().isPlaying };
        playback.pause();
      }
      onScrub(atMs);
      if (spanOf(view.scale()) > FINE_SPAN_MS) return scrubber.show(data.cameraIds(), momentAt(atMs));
      scrubber.uncover();
      playback.seek(atMs, { isSoft: true });
    },
    endScrub: (atMs) => {
      const resumes = scrub?.resumes === true;
      scrub = undefined;
      onScrub(undefined);
      playback.seek(atMs);
      if (resumes) playback.play();
      uncoverWhenSettled();
    },
    isScrubbing: () => scrub !== undefined,
    reveal,
    momentAt,
    stop: () => cancelAnimationFrame(frame),
  };
}
