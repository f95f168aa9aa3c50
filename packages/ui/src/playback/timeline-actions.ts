import type { TimelineActions } from '../timeline/timeline-gestures.ts';
import type { TimelineView } from '../timeline/timeline-view.ts';
import { type Pointing, pointingAt } from './pointing.ts';
import type { TimelineData } from './timeline-data.ts';
import type { TimelineSeeks } from './timeline-seeks.ts';

interface ActionsOptions {
  view: TimelineView;
  data: TimelineData;
  seeks: TimelineSeeks;
  activeId: () => string | undefined;
  onPoint(pointing: Pointing | undefined): void;
  onPick(cameraId: string): void;
  onRange: TimelineActions['onRange'];
}

/** What the gestures on the timeline do. */
export const timelineActions = ({ view, data, seeks, ...on }: ActionsOptions): TimelineActions => ({
  onSeek: (atMs, lane) => {
    const picked = lane === undefined ? undefined : data.cameraIds()[lane];
    if (picked !== undefined) on.onPick(picked);
    seeks.seek(atMs);
  },
  onScrub: seeks.scrub,
  onScrubEnd: seeks.endScrub,
  onHover: (pointed) =>
    on.onPoint(
      pointingAt(pointed, {
        scale: view.scale(),
        cameraIds: data.cameraIds(),
        activeId: on.activeId(),
        marksByLane: data.marksByLane(),
        momentAt: seeks.momentAt,
      }),
    ),
  onRange: on.onRange,
});
