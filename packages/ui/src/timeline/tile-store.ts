import { clip, emptyLane, type Gap, join, type LaneData, type Span } from './lane.ts';
import { COARSEST_LEVEL, parentOf, resolutionOf, type TileAddress, tileKey, tileRange } from './tiles.ts';

interface KeptTile {
  lane: LaneData;
  loadedAtMs: number;
}

export interface TileRequest extends Span {
  cameraIds: string[];
  resolutionMs: number;
}

export interface TileStoreOptions {
  load(request: TileRequest, signal: AbortSignal): Promise<ReadonlyMap<string, LaneData>>;
  nowMs: () => number;
  /** New data can be painted. */
  onChange(): void;
  onFailure(err: unknown): void;
}

export interface TileStore {
  /** Loads missing and stale tiles of these; other requests are aborted. */
  want(cameraIds: readonly string[], tiles: readonly TileAddress[]): void;
  /** The best loaded data for these tiles: each tile itself, otherwise a coarser one that covers it. */
  laneOf(cameraId: string, tiles: readonly TileAddress[]): LaneData;
  /** Whether all of these tiles have been loaded at their own level. */
  isComplete(cameraIds: readonly string[], tiles: readonly TileAddress[]): boolean;
  /** Reloads every tile when it is next wanted; loaded data stays until then. */
  expire(): void;
  stop(): void;
}

const MAX_TILES = 3_000;
const MAX_LOADS = 4;
/** The tile of the present is refreshed often; older ones change only when footage is deleted. */
const EDGE_FRESH_MS = 4_000;
const PAST_FRESH_MS = 180_000;
const RETRY_MS = 2_000;

export function createTileStore({ load, nowMs, onChange, onFailure }: TileStoreOptions): TileStore {
  // Least recently used first.
  const kept = new Map<string, KeptTile>();
  const loads = new Map<string, { abort: AbortController; cameraIds: ReadonlySet<string> }>();
  let failedAtMs = Number.NEGATIVE_INFINITY;

  const isFresh = ({ lane, loadedAtMs }: KeptTile, { endMs }: Span): boolean => {
    const age = nowMs() - loadedAtMs;
    return age < (lane.knownUntilMs < endMs ? EDGE_FRESH_MS : PAST_FRESH_MS);
  };
  const find = (cameraId: string, tile: TileAddress): KeptTile | undefined => {
    const key = tileKey(cameraId, tile);
    const found = kept.get(key);
    if (found) {
      kept.delete(key);
      kept.set(key, found);
    }
    return found;
  };

  const begin = (tile: TileAddress, cameraIds: string[]) => {
    const range = tileRange(tile);
    const abort = new AbortController();
    const name = loadName(tile);
    loads.set(name, { abort, cameraIds: new Set(cameraIds) });
    void load({ ...range, cameraIds, resolutionMs: resolutionOf(tile.level) }, abort.signal)
      .then((lanes) => {
        for (const id of cameraIds) {
          kept.delete(tileKey(id, tile));
          kept.set(tileKey(id, tile), { lane: lanes.get(id) ?? emptyLane, loadedAtMs: nowMs() });
        }
        for (const key of kept.keys()) {
          if (kept.size <= MAX_TILES) break;
          kept.delete(key);
        }
        failedAtMs = Number.NEGATIVE_INFINITY;
      })
      .catch((err: unknown) => {
        if (abort.signal.aborted) return;
        failedAtMs = nowMs();
        onFailure(err);
      })
      .finally(() => {
        if (loads.get(name)?.abort === abort) loads.delete(name);
        if (!abort.signal.aborted) onChange();
      });
  };

  return {
    want: (cameraIds, tiles) => {
      const names = new Set(tiles.map(loadName));
      for (const [name, { abort, cameraIds: requested }] of loads)
        if (!names.has(name) || !cameraIds.some((id) => requested.has(id))) {
          abort.abort();
          loads.delete(name);
        }
      if (nowMs() - failedAtMs < RETRY_MS) return;
      for (const tile of tiles) {
        const running = loads.get(loadName(tile));
        const range = tileRange(tile);
        // A tile entirely in the future is empty.
        if (range.startMs > nowMs()) continue;
        const missing = cameraIds.filter((id) => {
          if (running?.cameraIds.has(id)) return false;
          const found = kept.get(tileKey(id, tile));
          return !found || !isFresh(found, range);
        });
        if (missing.length === 0 || running || loads.size >= MAX_LOADS) continue;
        begin(tile, missing);
      }
    },

    laneOf: (cameraId, tiles) => {
      const pieces = tiles.map((tile) => pieceOf(tile, (wanted) => find(cameraId, wanted)?.lane));
      return {
        runs: join(pieces.flatMap(({ runs }) => runs)),
        motion: join(pieces.flatMap(({ motion }) => motion)),
        gaps: join(
          pieces.flatMap(({ gaps }): readonly Gap[] => gaps),
          (a, b) => a.reason === b.reason,
        ),
        knownUntilMs: pieces.reduce((latest, { knownUntilMs }) => Math.max(latest, knownUntilMs), 0),
      };
    },

    isComplete: (cameraIds, tiles) =>
      tiles.every((tile) => tileRange(tile).startMs > nowMs() || cameraIds.every((id) => kept.has(tileKey(id, tile)))),

    expire: () => {
      failedAtMs = Number.NEGATIVE_INFINITY;
      for (const [key, tile] of kept) kept.set(key, { ...tile, loadedAtMs: Number.NEGATIVE_INFINITY });
    },

    stop: () => {
      for (const { abort } of loads.values()) abort.abort();
      loads.clear();
    },
  };
}

const loadName = ({ level, index }: TileAddress): string => `${level} ${index}`;

/** The tile itself, otherwise the part of a coarser tile, so that something is shown at once. */
function pieceOf(tile: TileAddress, find: (tile: TileAddress) => LaneData | undefined): LaneData {
  const range = tileRange(tile);
  for (let at = tile; at.level <= COARSEST_LEVEL; at = parentOf(at)) {
    const lane = find(at);
    if (!lane) continue;
    if (at === tile) return lane;
    return {
      runs: clip(lane.runs, range),
      motion: clip(lane.motion, range),
      gaps: clip(lane.gaps, range),
      knownUntilMs: lane.knownUntilMs,
    };
  }
  return emptyLane;
}
