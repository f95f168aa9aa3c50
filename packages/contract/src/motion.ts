import { Type } from 'typebox';
import { route } from './route.ts';
import { Name, Nullable, Strict, Timestamp, Uuid } from './scalars.ts';

export const MAX_MOTION_SEARCH_DAYS = 31;
export const MAX_RECORD_SECONDS = 600;
export const MAX_RECORD_PRE_SECONDS = 60;

const ById = Strict({ id: Uuid });

/** The current result of the pixel analysis. */
const MotionView = Strict({
  ts: Timestamp,
  moving: Type.Boolean(),
  /** Largest moving blob, as a share of the frame. */
  score: Type.Number(),
  /** A blob below this share is nuisance; it is learnt and never exceeds the ceiling. */
  floor: Type.Number(),
  ceiling: Type.Number(),
  /** Row by row, `1` for each cell in which something moves. */
  cells: Type.String(),
});

const MotionGrid = Strict(
  {
    columns: Type.Integer(),
    rows: Type.Integer(),
    /** Null while no frame was analysed within the last seconds. */
    view: Nullable(MotionView),
  },
  { $id: 'MotionGrid' },
);

const RecordRequest = Strict(
  { id: Uuid, camera_id: Uuid, start: Timestamp, end: Timestamp, event_id: Uuid },
  { $id: 'RecordRequest' },
);

export const motion = {
  grid: route({
    method: 'GET',
    path: '/cameras/{id}/motion-grid',
    access: 'user',
    scope: 'camera',
    summary: 'The cells in which the recorder detects motion now, with the score and the floor',
    params: ById,
    reply: MotionGrid,
  }),
  search: route({
    method: 'GET',
    path: '/motion/search',
    access: 'playback',
    scope: 'camera',
    summary: `When something moved in a part of the picture, newest first; at most ${MAX_MOTION_SEARCH_DAYS} days`,
    query: Strict({
      camera_id: Uuid,
      start: Timestamp,
      end: Timestamp,
      /** Left, top, width and height as fractions of the frame, separated by commas. */
      box: Type.String({ pattern: '^(0|1|0?\\.\\d+|0\\.\\d+|1\\.0+)(,(0|1|0?\\.\\d+|1\\.0+)){3}$', maxLength: 100 }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    reply: Strict({ items: Type.Array(Strict({ start: Timestamp, end: Timestamp })) }, { $id: 'MotionSpans' }),
  }),
  record: route({
    method: 'POST',
    path: '/cameras/{id}/record',
    access: 'protect',
    scope: 'camera',
    summary: `Keeps footage around now, for buttons, doorbells and scripts: up to ${MAX_RECORD_PRE_SECONDS} s from before, as far as it is held, and up to ${MAX_RECORD_SECONDS} s from now on. One open request per user and camera`,
    params: ById,
    body: Strict({
      pre_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_RECORD_PRE_SECONDS })),
      seconds: Type.Integer({ minimum: 1, maximum: MAX_RECORD_SECONDS }),
      label: Type.Optional(Name),
    }),
    status: 201,
    reply: RecordRequest,
  }),
};
