import { MAX_MOTION_SEARCH_DAYS, type Routes } from '@holdfast/contract';
import {
  type Database,
  findRecordableCamera,
  findVisibleCamera,
  findVisibleMotionView,
  requestRecording,
  searchMotion,
} from '@holdfast/db';
import {
  emptyGrid,
  gridBits,
  isScheduledOn,
  keptBefore,
  MOTION_COLUMNS,
  MOTION_ROWS,
  markBox,
  reasonCode,
} from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { readBox } from './read-box.ts';

const DAY_MS = 86_400_000;
const DEFAULT_LIMIT = 200;
const DEFAULT_PRE_SECONDS = 5;
/** Older analysis results are no live view. */
const FRESH_MS = 10_000;

export function motionHandlers({
  db,
  clock,
  timeZone,
}: {
  db: Database;
  clock: Clock;
  timeZone: string;
}): Handlers<Routes['motion']> {
  return {
    grid: async ({ params, caller }) => {
      const wanted = { cameraId: params.id, userId: caller.userId };
      if (!(await findVisibleCamera(db, wanted))) throw new Problem('not-found');
      const view = await findVisibleMotionView(db, wanted);
      const isFresh = view !== undefined && clock.now() - view.ts.getTime() < FRESH_MS;
      return {
        columns: MOTION_COLUMNS,
        rows: MOTION_ROWS,
        view: isFresh
          ? {
              ts: view.ts.toISOString(),
              moving: view.moving,
              score: view.score,
              floor: view.floor,
              ceiling: view.ceiling,
              cells: view.grid,
            }
          : null,
      };
    },

    search: async ({ query, caller }) => {
      const [startMs, endMs] = [Date.parse(query.start), Date.parse(query.end)];
      if (endMs <= startMs) throw invalidField('/query/end', reasonCode('end-before-start'));
      if (endMs - startMs > MAX_MOTION_SEARCH_DAYS * DAY_MS)
        throw invalidField('/query/end', reasonCode('range-too-many-days', { limit: MAX_MOTION_SEARCH_DAYS }));
      const box = readBox(query.box);
      if (box === undefined) throw invalidField('/query/box', reasonCode('box-format'));
      const wanted = { cameraId: query.camera_id, userId: caller.userId };
      if (!(await findVisibleCamera(db, wanted))) throw new Problem('not-found');
      const grid = emptyGrid();
      markBox(grid, box);
      const spans = await searchMotion(db, {
        ...wanted,
        start: new Date(startMs),
        end: new Date(endMs),
        cells: gridBits(grid),
        limit: query.limit ?? DEFAULT_LIMIT,
      });
      return {
        items: spans.map(({ startTs, endTs }) => ({ start: startTs.toISOString(), end: endTs.toISOString() })),
      };
    },

    record: async ({ params, body, caller, note }) => {
      const nowMs = clock.now();
      const camera = await findRecordableCamera(db, { cameraId: params.id, userId: caller.userId });
      if (camera === undefined) throw new Problem('not-found');
      if (!camera.enabled) throw new Problem('camera-disabled');
      const { mode, schedule } = camera;
      if (mode === 'off' || (schedule !== null && !isScheduledOn(schedule, { nowMs, timeZone })))
        throw new Problem('recording-off');
      const made = await db.transaction().execute(async (tx) => {
        const request = await requestRecording(tx, {
          cameraId: camera.id,
          userId: caller.userId,
          from: new Date(nowMs - keptBefore(camera, body.pre_seconds ?? DEFAULT_PRE_SECONDS) * 1000),
          until: new Date(nowMs + body.seconds * 1000),
          label: body.label ?? 'manual',
          now: new Date(nowMs),
        });
        if (request === undefined) throw new Problem('already-recording');
        await note(tx, {
          id: camera.id,
          name: camera.name,
          cameraIds: [camera.id],
          details: { seconds: body.seconds },
        });
        return request;
      });
      return {
        id: made.id,
        camera_id: camera.id,
        start: made.from.toISOString(),
        end: made.until.toISOString(),
        event_id: made.eventId,
      };
    },
  };
}
