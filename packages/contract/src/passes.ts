import { AB_FUZZ, AB_WINDOW_SECONDS } from '@holdfast/domain';
import { Type } from 'typebox';
import { Cursor, Limit } from './pages.ts';
import { route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const EngineStats = Strict(
  {
    reads: Type.Integer(),
    passes_seen: Type.Integer(),
    /** Passes seen of all passes; null without passes. */
    hit_rate: Nullable(Type.Number()),
    average_confidence: Nullable(Type.Number()),
    confirmed: Type.Integer(),
    correct: Type.Integer(),
    /** correct of confirmed; null when nothing is confirmed. */
    accuracy: Nullable(Type.Number()),
  },
  { $id: 'EngineStats' },
);

const Verdict = OneOf(['match', 'differ', 'miss']);

const PassSide = Strict({
  read_id: Uuid,
  ts: Timestamp,
  plate: Type.String(),
  confidence: Nullable(Type.Number()),
  /** Path of the picture, for callers who may see plates; null without one. */
  crop: Nullable(Type.String()),
});

const PlatePass = Strict(
  {
    id: Uuid,
    camera_id: Uuid,
    camera_name: Type.String(),
    ts: Timestamp,
    bucket_ts: Timestamp,
    native: Nullable(PassSide),
    external: Nullable(PassSide),
    verdict: Verdict,
    confirmed_plate: Nullable(Type.String()),
    /** Path of a still of the moment; 404 without footage. */
    context_frame: Type.String(),
  },
  { $id: 'PlatePass' },
);

const Truth = Strict(
  { camera_id: Uuid, bucket_ts: Timestamp, plate: Type.String(), confirmed_at: Timestamp },
  { $id: 'PassTruth' },
);

export const passes = {
  report: route({
    method: 'GET',
    path: '/lpr/ab-report',
    access: 'view_plates',
    summary: 'Compares the two plate engines over the newest 10,000 reads of a range, by default the last 24 hours',
    query: Patch({
      start: Timestamp,
      end: Timestamp,
      camera_id: Uuid,
      window: Type.Number({ minimum: AB_WINDOW_SECONDS.min, maximum: AB_WINDOW_SECONDS.max }),
      fuzz: Type.Number({ minimum: AB_FUZZ.min, maximum: AB_FUZZ.max }),
      /** Only these of the passes; the figures are those of all. */
      verdict: Verdict,
      confirmed: Type.Boolean(),
      limit: Limit(1000),
      cursor: Cursor,
    }),
    reply: Strict(
      {
        start: Timestamp,
        end: Timestamp,
        engines: Strict({ 'native-alpr': EngineStats, external: EngineStats }),
        verdicts: Strict({ match: Type.Integer(), differ: Type.Integer(), miss: Type.Integer() }),
        passes: Type.Array(PlatePass),
        next_cursor: Nullable(Type.String()),
        /** The range has more reads than were compared. */
        truncated: Type.Boolean(),
        /** Confirmed plates without a pass in this report. */
        orphaned_truths: Type.Array(Strict({ camera_id: Uuid, bucket_ts: Timestamp, plate: Type.String() })),
      },
      { $id: 'AbReport' },
    ),
  }),
  confirm: route({
    method: 'POST',
    path: '/lpr/ab-confirm',
    access: 'admin',
    summary: 'Confirms the true plate of a pass; bucket_ts as in the report',
    body: Strict({ camera_id: Uuid, bucket_ts: Timestamp, plate: Type.String() }),
    reply: Truth,
  }),
};
