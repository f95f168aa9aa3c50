import type { Routes } from '@holdfast/contract';
import {
  type Database,
  findCamera,
  findVisibleCamera,
  listComparedCameras,
  listReadsOfCameras,
  listTruths,
  putTruth,
} from '@holdfast/db';
import {
  AB_FUZZ,
  AB_READ_CAP,
  AB_WINDOW_SECONDS,
  bucketTsMs,
  buildAbReport,
  isBucketTs,
  pageOfPasses,
  reasonCode,
} from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { readTimeRange } from '../http/time-range.ts';
import { requirePlate } from '../plates/plate-field.ts';
import { countVerdicts, presentOrphans, presentPass, presentStats } from './present.ts';

const DAY_MS = 86_400_000;
const DEFAULT_LIMIT = 100;

export function passHandlers({ db, clock }: { db: Database; clock: Clock }): Handlers<Routes['passes']> {
  const readRange = (query: { start?: string; end?: string }) => {
    const end = query.end ?? new Date(clock.now()).toISOString();
    const start = query.start ?? new Date(Date.parse(end) - DAY_MS).toISOString();
    readTimeRange({ start, end });
    return { start: new Date(start), end: new Date(end) };
  };

  return {
    report: async ({ query, caller }) => {
      const range = readRange(query);
      const { camera_id: cameraId } = query;
      if (cameraId !== undefined && !(await findVisibleCamera(db, { cameraId, userId: caller.userId })))
        throw new Problem('not-found');
      const cameras = await listComparedCameras(db, {
        ...range,
        userId: caller.userId,
        ...(cameraId !== undefined && { cameraIds: [cameraId] }),
      });
      const cameraIds = cameras.map(({ id }) => id);
      // One read more than the report uses shows whether there were more.
      const reads = await listReadsOfCameras(db, { ...range, cameraIds, limit: AB_READ_CAP + 1 });
      const truths = await listTruths(db, {
        cameraIds,
        start: new Date(bucketTsMs(range.start.getTime())),
        end: range.end,
      });
      const report = buildAbReport({
        reads,
        truths: truths.map(({ bucketTs, plate, cameraId: of }) => ({
          cameraId: of,
          bucketTsMs: bucketTs.getTime(),
          plate,
        })),
        options: {
          windowMs: (query.window ?? AB_WINDOW_SECONDS.default) * 1000,
          fuzz: query.fuzz ?? AB_FUZZ.default,
        },
        bothEngineCameraIds: new Set(cameraIds),
      });
      const after = readTimeCursor(query.cursor);
      const { page, next } = pageOfPasses({
        passes: report.passes.filter(
          ({ verdict, truth }) =>
            (query.verdict === undefined || verdict === query.verdict) &&
            (query.confirmed === undefined || query.confirmed === (truth !== undefined)),
        ),
        after: after && { tsMs: after.ts.getTime(), id: after.id },
        limit: query.limit ?? DEFAULT_LIMIT,
      });
      const names = new Map(cameras.map(({ id, name }) => [id, name]));
      return {
        start: range.start.toISOString(),
        end: range.end.toISOString(),
        engines: {
          'native-alpr': presentStats(report.engines['native-alpr']),
          external: presentStats(report.engines.external),
        },
        verdicts: countVerdicts(report.passes),
        passes: page.map((pass) => presentPass(pass, names)),
        next_cursor: next ? writeTimeCursor({ ts: new Date(next.tsMs), id: next.id }) : null,
        truncated: report.truncated,
        orphaned_truths: presentOrphans(report),
      };
    },

    confirm: async ({ body, note }) => {
      const bucketMs = Date.parse(body.bucket_ts);
      if (!isBucketTs(bucketMs)) throw invalidField('/bucket_ts', reasonCode('not-whole-seconds'));
      const plate = requirePlate(body.plate, '/plate');
      const camera = await findCamera(db, body.camera_id);
      if (!camera) throw new Problem('not-found');
      const fields = {
        cameraId: body.camera_id,
        bucketTs: new Date(bucketMs),
        plate,
        confirmedAt: new Date(clock.now()),
      };
      const truth = await db.transaction().execute(async (tx) => {
        await note(tx, { id: camera.id, name: camera.name, cameraIds: [camera.id], details: { ts: body.bucket_ts } });
        return putTruth(tx, fields);
      });
      return {
        camera_id: truth.cameraId,
        bucket_ts: truth.bucketTs.toISOString(),
        plate: truth.plate,
        confirmed_at: truth.confirmedAt.toISOString(),
      };
    },
  };
}
