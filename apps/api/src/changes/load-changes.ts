import type { Change } from '@holdfast/contract';
import {
  type Database,
  findHeartbeat,
  listChangedEvents,
  listChangedExports,
  listChangedPlateReads,
  listChangedSystemEvents,
  listMotionSources,
  listStorageStatuses,
  listStorages,
  listStreamStatus,
} from '@holdfast/db';
import { isPlateEvent } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { presentEvent, presentSystemEvent } from '../events/present.ts';
import { presentExport } from '../exports/present.ts';
import type { HubWatch } from '../hub/hub-watch.ts';
import { presentState } from '../hub/present.ts';
import { readJudge } from '../plates/judge.ts';
import { presentRead } from '../plates/present.ts';
import type { Watchlists } from '../plates/watchlists.ts';
import { presentMotionSource, presentRecorder, presentStorage, presentStream } from '../status/present.ts';
import { healthReasons, presentHealth } from '../system/health.ts';
import type { Viewer } from './viewer.ts';

/** A changed thing as each viewer sees it: undefined for viewers who may not see it. */
export type ChangeView = (viewer: Viewer) => Change | undefined;

export interface LoadDeps {
  db: Database;
  clock: Clock;
  watchlists: Watchlists;
  hub: Pick<HubWatch, 'stateOf' | 'camerasOf'>;
}

type Load = (deps: LoadDeps, ids: readonly string[]) => Promise<ChangeView[]>;

const sees = ({ cameraIds }: Viewer, cameraId: string) => cameraIds.has(cameraId);

/** Makes each of the two variants at most once, because most viewers share them. */
const memoizeByFlag = <T>(make: (may: boolean) => T): ((may: boolean) => T) => {
  const made = new Map<boolean, T>();
  return (may) => {
    const known = made.get(may) ?? make(may);
    made.set(may, known);
    return known;
  };
};

/** One loader per kind, by the first word of the noted ref. */
const loaders: Record<Change['kind'], Load> = {
  event: async ({ db }, ids) =>
    (await listChangedEvents(db, ids)).map((row) => {
      const shown = memoizeByFlag((plates): Change => ({ kind: 'event', event: presentEvent(row, plates) }));
      return (viewer) =>
        sees(viewer, row.cameraId) && (viewer.seesPlates || !isPlateEvent(row)) ? shown(viewer.seesPlates) : undefined;
    }),

  plate_read: async ({ db, watchlists }, ids) => {
    const judge = await readJudge(db, watchlists);
    return (await listChangedPlateReads(db, ids)).map((row) => {
      const change: Change = { kind: 'plate_read', plate_read: presentRead(row, judge) };
      return (viewer) => (viewer.seesPlates && sees(viewer, row.cameraId) ? change : undefined);
    });
  },

  system_event: async ({ db }, ids) =>
    (await listChangedSystemEvents(db, ids)).map((row) => {
      const shown = memoizeByFlag(
        (isAdmin): Change => ({ kind: 'system_event', system_event: presentSystemEvent(row, isAdmin) }),
      );
      return (viewer) => {
        if (row.eventKey === 'plate_watchlist_hit' && !viewer.seesPlates) return undefined;
        const isTheirs = row.cameraId === null ? viewer.isAdmin : sees(viewer, row.cameraId);
        return isTheirs ? shown(viewer.isAdmin) : undefined;
      };
    }),

  stream: async ({ db, clock }, ids) => {
    const wanted = new Set(ids);
    const [rows, heartbeat] = await Promise.all([listStreamStatus(db), findHeartbeat(db, 'recorder')]);
    const { alive } = presentRecorder(heartbeat, clock.now());
    return rows
      .filter(({ cameraId, stream }) => wanted.has(`${cameraId} ${stream}`))
      .map((row) => {
        const shown = memoizeByFlag(
          (isAdmin): Change => ({
            kind: 'stream',
            camera_id: row.cameraId,
            stream: presentStream(row, { alive, isAdmin }),
          }),
        );
        return (viewer) => (sees(viewer, row.cameraId) ? shown(viewer.isAdmin) : undefined);
      });
  },

  motion_sources: async ({ db, clock }, cameraIds) => {
    const [rows, heartbeat] = await Promise.all([listMotionSources(db), findHeartbeat(db, 'recorder')]);
    const { alive } = presentRecorder(heartbeat, clock.now());
    return cameraIds.map((cameraId) => {
      const sources = rows.filter((row) => row.cameraId === cameraId);
      const shown = memoizeByFlag(
        (isAdmin): Change => ({
          kind: 'motion_sources',
          camera_id: cameraId,
          motion_sources: sources.map((source) => presentMotionSource(source, { alive, isAdmin })),
        }),
      );
      return (viewer) => (sees(viewer, cameraId) ? shown(viewer.isAdmin) : undefined);
    });
  },

  storage: async ({ db, clock }, ids) => {
    const [storages, statuses, heartbeat] = await Promise.all([
      listStorages(db),
      listStorageStatuses(db),
      findHeartbeat(db, 'recorder'),
    ]);
    const { alive } = presentRecorder(heartbeat, clock.now());
    return storages
      .filter(({ id }) => ids.includes(id))
      .map((storage) => {
        const status = statuses.find(({ storageId }) => storageId === storage.id);
        const change: Change = { kind: 'storage', storage: presentStorage(storage, status, alive) };
        return () => change;
      });
  },

  health: async (deps) => {
    const [reasons, heartbeat] = await Promise.all([healthReasons(deps), findHeartbeat(deps.db, 'recorder')]);
    const change: Change = {
      kind: 'health',
      health: presentHealth(reasons),
      recorder: presentRecorder(heartbeat, deps.clock.now()),
    };
    return [() => change];
  },

  export: async ({ db, clock }, ids) =>
    (await listChangedExports(db, ids)).map((row) => {
      const change: Change = { kind: 'export', export: presentExport(row, clock.now()) };
      return (viewer) => {
        if (!viewer.mayExport) return undefined;
        const isTheirs = row.createdBy === viewer.userId && (row.cameras ?? []).every(({ id }) => sees(viewer, id));
        return viewer.isAdmin || isTheirs ? change : undefined;
      };
    }),

  hub_state: async ({ hub }, ids) =>
    ids.map((entityId) => {
      const { state, unit } = hub.stateOf(entityId);
      const change: Change = { kind: 'hub_state', hub_state: presentState(entityId, state, unit) };
      const cameraIds = [...hub.camerasOf(entityId)];
      return (viewer) => (cameraIds.some((cameraId) => sees(viewer, cameraId)) ? change : undefined);
    }),
};

const isKind = (word: string): word is Change['kind'] => Object.hasOwn(loaders, word);

/** Reads the current state of what was noted. Things that no longer exist are omitted. */
export async function loadChanges(deps: LoadDeps, refs: readonly string[]): Promise<ChangeView[]> {
  const byKind = new Map<Change['kind'], string[]>();
  for (const ref of refs) {
    const space = `${ref} `.indexOf(' ');
    const kind = ref.slice(0, space);
    if (isKind(kind)) byKind.set(kind, [...(byKind.get(kind) ?? []), ref.slice(space + 1)]);
  }
  const loaded = await Promise.all([...byKind].map(([kind, ids]) => loaders[kind](deps, ids)));
  return loaded.flat();
}
