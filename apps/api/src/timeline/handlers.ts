import { MAX_TIMELINE_MARKS, type Routes } from '@holdfast/contract';
import { type Database, listMotionBuckets, listTimelineCameras, listTimelineMarks } from '@holdfast/db';
import { holds } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { presentCameraTimeline, presentMark } from './present.ts';
import { readTimeline } from './read-timeline.ts';
import { requestedRange } from './requested-range.ts';

export function timelineHandlers({ db, clock }: { db: Database; clock: Clock }): Handlers<Routes['timeline']> {
  return {
    get: async ({ query, caller }) => {
      const nowMs = clock.now();
      const range = requestedRange(query, { userId: caller.userId, nowMs });
      const { resolutionMs, cameras } = await readTimeline(db, range, { nowMs, requestedMs: query.resolution_ms });
      return {
        start: range.start.toISOString(),
        end: range.end.toISOString(),
        resolution_ms: resolutionMs,
        cameras: cameras.map(presentCameraTimeline),
      };
    },

    activity: async ({ query, caller }) => {
      const range = requestedRange(query, { userId: caller.userId, nowMs: clock.now() });
      const [cameras, rows] = await Promise.all([
        listTimelineCameras(db, range),
        listMotionBuckets(db, range, query.buckets),
      ]);
      if (cameras.length < range.cameraIds.length) throw new Problem('not-found');
      const bucketMs = (range.end.getTime() - range.start.getTime()) / query.buckets;
      const motionOf = new Map(cameras.map(({ id }) => [id, new Array<number>(query.buckets).fill(0)]));
      for (const { cameraId, bucket, motionMs } of rows) {
        const motion = motionOf.get(cameraId);
        if (motion) motion[bucket] = Math.min(1, Math.round((motionMs / bucketMs) * 1000) / 1000);
      }
      return {
        start: range.start.toISOString(),
        end: range.end.toISOString(),
        cameras: [...motionOf].map(([camera_id, motion]) => ({ camera_id, motion })),
      };
    },

    marks: async ({ query, caller }) => {
      const range = requestedRange(query, { userId: caller.userId, nowMs: clock.now() });
      const seesPlates = holds(caller.capabilities, 'view_plates');
      const [cameras, rows] = await Promise.all([
        listTimelineCameras(db, range),
        listTimelineMarks(db, range, { parts: query.parts, seesPlates, limit: MAX_TIMELINE_MARKS + 1 }),
      ]);
      if (cameras.length < range.cameraIds.length) throw new Problem('not-found');
      return {
        items: rows.slice(0, MAX_TIMELINE_MARKS).map(presentMark),
        truncated: rows.length > MAX_TIMELINE_MARKS,
      };
    },
  };
}
