import type { LaneData } from '../timeline/lane.ts';
import type { TileRequest } from '../timeline/tile-store.ts';
import { type FindRuns, findFootageBefore, findJump, mergeRuns } from './footage-finder.ts';
import type { PanePlayer } from './pane-player.ts';

/** Where the footage of all panes begins and ends. A search that fails finds nothing. */
export interface PaneFootage {
  /** Start of the next or previous run of any pane. */
  jumpFrom(atMs: number, direction: 'next' | 'previous'): Promise<number | undefined>;
  before(atMs: number): Promise<number | undefined>;
  after(atMs: number): Promise<number | undefined>;
}

export function createPaneFootage({
  panes,
  loadLanes,
  nowMs,
}: {
  panes: ReadonlyMap<string, PanePlayer>;
  loadLanes(request: TileRequest): Promise<ReadonlyMap<string, LaneData>>;
  nowMs: () => number;
}): PaneFootage {
  const findRuns: FindRuns = async (range, resolutionMs) => {
    const lanes = await loadLanes({ ...range, cameraIds: [...panes.keys()], resolutionMs });
    return mergeRuns([...lanes.values()].map(({ runs }) => runs));
  };
  const jumpFrom: PaneFootage['jumpFrom'] = (atMs, direction) =>
    findJump(findRuns, { atMs, nowMs: nowMs(), direction }).catch(() => undefined);
  return {
    jumpFrom,
    before: (atMs) => findFootageBefore(findRuns, atMs).catch(() => undefined),
    after: async (atMs) => {
      const near = [...panes.values()].map((pane) => pane.nextFootage(atMs)).filter((at) => at !== undefined);
      // The nearest is only certain if every pane knows its next footage.
      return near.length === panes.size ? Math.min(...near) : jumpFrom(atMs, 'next');
    },
  };
}
