import { GAP_REASONS } from '@holdfast/domain';
import { Type } from 'typebox';
import { route } from './route.ts';
import { Nullable, OneOf, Strict, Timestamp, Uuid } from './scalars.ts';

export const MAX_TIMELINE_CAMERAS = 64;
export const MAX_TIMELINE_DAYS = 366;
export const MAX_ACTIVITY_BUCKETS = 4096;
const MAX_MARK_PARTS = 1024;
export const MAX_TIMELINE_MARKS = 20_000;

const CameraIds = Type.Array(Uuid, { minItems: 1, maxItems: MAX_TIMELINE_CAMERAS });
const span = { start: Timestamp, end: Timestamp };

const CameraTimeline = Strict(
  {
    camera_id: Uuid,
    /** Nothing is known about later times yet: the segment being written is not indexed. */
    known_until: Timestamp,
    /** Footage of any stream; holes shorter than the resolution are closed. */
    runs: Type.Array(Strict({ ...span, has_motion: Type.Boolean() })),
    /** Motion within the runs. */
    motion: Type.Array(Strict(span)),
    /** Times in which the video was re-encoded before it was recorded: their footage is not what the camera sent. */
    reencoded: Type.Array(Strict(span)),
    /** Gaps between the runs, each with one reason. */
    gaps: Type.Array(Strict({ ...span, reason: OneOf(GAP_REASONS) })),
  },
  { $id: 'CameraTimeline' },
);

const TimelineEvent = Strict(
  {
    id: Uuid,
    camera_id: Uuid,
    ts: Timestamp,
    /** Null while it is in progress. */
    end_ts: Nullable(Timestamp),
    label: Type.String(),
    /** Empty where it is a plate that the caller may not see. */
    sub_label: Nullable(Type.String()),
    source_id: Type.String(),
    /** When it was unknown whether a door or window was still open, since its sensor or the hub did not answer; empty for everything else. */
    unknown: Type.Array(Strict({ start: Timestamp, end: Nullable(Timestamp) })),
  },
  { $id: 'TimelineEvent' },
);

export const timeline = {
  get: route({
    method: 'GET',
    path: '/timeline',
    access: 'user',
    scope: 'camera',
    summary: `Merged runs of footage, motion, and gaps with their reasons; at most ${MAX_TIMELINE_DAYS} days. Spans closer than resolution_ms are merged; wide ranges have a minimum resolution, and the reply contains the one used`,
    query: Strict({
      camera_ids: CameraIds,
      ...span,
      resolution_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
    }),
    reply: Strict({ ...span, resolution_ms: Type.Integer(), cameras: Type.Array(CameraTimeline) }, { $id: 'Timeline' }),
  }),
  activity: route({
    method: 'GET',
    path: '/timeline/activity',
    access: 'user',
    scope: 'camera',
    summary: `Share of motion in each of equal parts of a range, from 0 to 1; at most ${MAX_ACTIVITY_BUCKETS} parts`,
    query: Strict({
      camera_ids: CameraIds,
      ...span,
      buckets: Type.Integer({ minimum: 1, maximum: MAX_ACTIVITY_BUCKETS }),
    }),
    reply: Strict(
      {
        ...span,
        cameras: Type.Array(Strict({ camera_id: Uuid, motion: Type.Array(Type.Number()) })),
      },
      { $id: 'TimelineActivity' },
    ),
  }),
  marks: route({
    method: 'GET',
    path: '/timeline/marks',
    access: 'user',
    scope: 'camera',
    summary: `Events of a range, motion aside, for drawing: of each camera and label the newest one in each of equal parts, newest first, and doors and windows that were open when the range begins; at most ${MAX_MARK_PARTS} parts`,
    query: Strict({
      camera_ids: CameraIds,
      ...span,
      parts: Type.Integer({ minimum: 1, maximum: MAX_MARK_PARTS }),
    }),
    reply: Strict(
      {
        items: Type.Array(TimelineEvent),
        /** There are older ones: request a shorter range or fewer parts. */
        truncated: Type.Boolean(),
      },
      { $id: 'TimelineMarks' },
    ),
  }),
};
