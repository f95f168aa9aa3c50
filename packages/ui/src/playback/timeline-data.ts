import type { LaneData } from '../timeline/lane.ts';
import { marksOf, type TimelineMark } from '../timeline/mark.ts';
import { createMarkStore, type MarkStoreOptions } from '../timeline/mark-store.ts';
import { createTileStore, type TileStoreOptions } from '../timeline/tile-store.ts';
import { levelFor, tilesAround, tilesFor } from '../timeline/tiles.ts';
import type { TimeScale } from '../timeline/time-scale.ts';

export type MarkRequest = Parameters<MarkStoreOptions['load']>[0] & { parts: number };

export interface TimelineServer {
  loadLanes: TileStoreOptions['load'];
  /** Marks in a range; of those that are many, the newest of each kind in each of `parts` parts. */
  loadMarks(request: MarkRequest): Promise<readonly TimelineMark[]>;
  nowMs: () => number;
}

interface TimelineDataOptions {
  server: TimelineServer;
  /** The range in view. */
  scale: () => TimeScale;
  onChange(): void;
  onAway(isAway: boolean): void;
  /** Whether everything in view is loaded. */
  onComplete(isComplete: boolean): void;
}

/** What the timeline shows of its cameras: lanes and marks, loaded for the range in view and around it. */
export interface TimelineData {
  cameraIds(): readonly string[];
  setCameras(cameraIds: readonly string[]): void;
  lanesFor(scale: TimeScale): readonly LaneData[];
  marksByLane(): readonly (readonly TimelineMark[])[];
  /** The results of a search, until others replace them. */
  setFound(found: readonly TimelineMark[]): void;
  /** Loads what the view needs and is missing or stale; soon, because views change many times a second. */
  load(): void;
  reload(): void;
  stop(): void;
}

const SOON_MS = 40;
/** Number of parts of the loaded range, which is twice as wide as the view. */
const MARK_PARTS = 160;

export function createTimelineData({ server, scale, ...on }: TimelineDataOptions): TimelineData {
  let cameraIds: readonly string[] = [];
  let found: readonly TimelineMark[] = [];
  let version = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tiles = createTileStore({
    load: server.loadLanes,
    nowMs: server.nowMs,
    onChange: () => {
      version += 1;
      on.onAway(false);
      on.onChange();
      load();
    },
    onFailure: () => on.onAway(true),
  });
  const marks = createMarkStore({
    load: (request) => server.loadMarks({ ...request, parts: MARK_PARTS }),
    nowMs: server.nowMs,
    onChange: on.onChange,
  });
  const load = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (cameraIds.length === 0) return;
      tiles.want(cameraIds, tilesAround(scale()));
      marks.want(cameraIds, scale());
      on.onComplete(tiles.isComplete(cameraIds, tilesFor(scale(), levelFor(scale()))));
    }, SOON_MS);
  };

  // Kept for all frames that show the same tiles, and the same marks.
  let kept: { key: string; lanes: readonly LaneData[] } = { key: '', lanes: [] };
  let sorted: { of: readonly unknown[]; byLane: readonly TimelineMark[][] } = { of: [], byLane: [] };

  return {
    cameraIds: () => cameraIds,
    setCameras: (ids) => {
      cameraIds = ids;
    },
    lanesFor: (wanted) => {
      const seen = tilesFor(wanted, levelFor(wanted));
      const key = `${version} ${seen[0]?.level} ${seen[0]?.index} ${seen.length} ${cameraIds.join()}`;
      if (key !== kept.key) kept = { key, lanes: cameraIds.map((id) => tiles.laneOf(id, seen)) };
      return kept.lanes;
    },
    marksByLane: () => {
      const of = [marks.marks(), found, cameraIds];
      if (of.some((one, n) => one !== sorted.of[n])) {
        const all = [...marks.marks(), ...found];
        sorted = { of, byLane: cameraIds.map((id) => marksOf(all, id)) };
      }
      return sorted.byLane;
    },
    setFound: (next) => {
      found = next;
      on.onChange();
    },
    load,
    reload: () => {
      tiles.expire();
      marks.expire();
      load();
    },
    stop: () => {
      clearTimeout(timer);
      tiles.stop();
      marks.stop();
    },
  };
}
