import { createScrubber, type Scrubber, type ScrubberDeps } from '../preview/scrubber.ts';
import { keyStepMs } from '../timeline/key-step.ts';
import type { Span } from '../timeline/lane.ts';
import type { MarkKind } from '../timeline/mark.ts';
import { createTurns } from './in-turn.ts';
import { createListeners } from './listeners.ts';
import { markRange } from './mark-range.ts';
import { createPlayback, type Playback } from './playback.ts';
import type { PlaybackDeps } from './playback-engine.ts';
import { createTimelineController, type TimelineController, type TimelineOptions } from './timeline-controller.ts';
import type { TimelineServer } from './timeline-data.ts';

export type PlaybackServer = PlaybackDeps & Pick<ScrubberDeps, 'loadPreview'> & Pick<TimelineServer, 'loadMarks'>;

/** The parts of the playback screen outside React: players, previews, timeline and selected range. */
export interface PlaybackController {
  playback: Playback;
  scrubber: Scrubber;
  range(): Span | undefined;
  setRange(range: Span | undefined): void;
  /** Sets one end of the range to the displayed moment. */
  mark(edge: 'start' | 'end'): void;
  subscribeRange(listener: () => void): () => void;
  /** The displayed moment, or the one being scrubbed to. */
  momentMs(): number;
  onMoment(listener: (atMs: number) => void): () => void;
  openTimeline(options: TimelineOptions): TimelineController;
  timeline(): TimelineController | undefined;
  seek(atMs: number): void;
  /** A step in time that depends on the zoom. */
  move(direction: 1 | -1, options: { isLarge: boolean }): void;
  /** To the next or previous run of any camera; false where there is none. */
  jump(direction: 'next' | 'previous'): Promise<boolean>;
  /** To the next or previous mark of a kind, or motion; false where there is none. */
  jumpToMark(kind: MarkKind | 'motion', direction: 'next' | 'previous'): Promise<boolean>;
  zoom(direction: 1 | -1): void;
  stop(): void;
}

const ZOOM_STEP = 2;
/** Keys pressed before the answers to those before them; held down, a key would go on after its release. */
const MOST_JUMPS = 5;

export function createPlaybackController(server: PlaybackServer, startMs: number): PlaybackController {
  const playback = createPlayback(server, startMs);
  const scrubber = createScrubber(server);
  const ranged = createListeners();
  const moved = createListeners<[atMs: number]>();
  let range: Span | undefined;
  let scrubbedMs: number | undefined;
  let timeline: TimelineController | undefined;

  const momentMs = () => scrubbedMs ?? playback.atMs();
  const notifyMoment = () => moved.call(momentMs());
  const unsubscribeTicks = playback.onTick(notifyMoment);
  const setRange = (next: Span | undefined) => {
    range = next;
    timeline?.view.refreshOverlay();
    ranged.call();
  };
  const seek = (atMs: number) => (timeline ? timeline.seek(atMs) : playback.seek(atMs));

  const inTurn = createTurns(MOST_JUMPS);
  const jumpTo = async (find: () => Promise<number | undefined>): Promise<boolean> => {
    const hasFound = await inTurn(async () => {
      const targetMs = await find();
      if (targetMs !== undefined) seek(targetMs);
      return targetMs !== undefined;
    });
    return hasFound !== false;
  };

  return {
    playback,
    scrubber,
    range: () => range,
    setRange,
    mark: (edge) => setRange(markRange(range, { edge, atMs: momentMs(), nowMs: server.nowMs() })),
    subscribeRange: ranged.add,
    momentMs,
    onMoment: moved.add,
    openTimeline: (options) => {
      const opened = createTimelineController(options, {
        server,
        playback,
        scrubber,
        range: () => range,
        setRange,
        onScrub: (atMs) => {
          scrubbedMs = atMs;
          notifyMoment();
        },
      });
      timeline = opened;
      return {
        ...opened,
        stop: () => {
          opened.stop();
          if (timeline === opened) timeline = undefined;
        },
      };
    },
    timeline: () => timeline,
    seek,
    move: (direction, { isLarge }) => {
      if (timeline) seek(playback.atMs() + direction * keyStepMs(timeline.view.scale(), isLarge));
    },
    jump: (direction) => jumpTo(() => playback.findRun(direction)),
    jumpToMark: (kind, direction) => jumpTo(async () => timeline?.findMark(kind, direction)),
    zoom: (direction) => timeline?.view.zoom(direction === 1 ? ZOOM_STEP : 1 / ZOOM_STEP),
    stop: () => {
      unsubscribeTicks();
      playback.stop();
      scrubber.stop();
      ranged.clear();
      moved.clear();
    },
  };
}
